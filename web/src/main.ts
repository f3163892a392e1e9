import { mount } from "svelte";
import App from "./App.svelte";
import "./look.css";
import { show } from "./lib/theme.svelte";
import { preferred, speak } from "./lib/words.svelte";

show();
await speak(preferred());
mount(App, { target: document.getElementById("app")! });
