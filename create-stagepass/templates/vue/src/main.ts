import { stagepassPlugin } from "stagepass/vue";
import { createApp } from "vue";
import App from "./App.vue";
import { client } from "./session";

createApp(App).use(stagepassPlugin(client)).mount("#app");
