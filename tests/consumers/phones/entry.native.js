// The entry point of Metro's bundle for engines without a platform of their own.

require("./phone/start.js").start();
