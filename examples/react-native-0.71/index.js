// Before anything that asks for random numbers: this React Native has none of its own that are fit for secrets.
import "react-native-get-random-values";
import { AppRegistry } from "react-native";
import { App } from "./App";

AppRegistry.registerComponent("NightRadio", () => App);
