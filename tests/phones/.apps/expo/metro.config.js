const config = require("expo/metro-config").getDefaultConfig(__dirname);
config.watchFolders = ["/tmp/w/c-11/tests/phones/node_modules"];
module.exports = config;
