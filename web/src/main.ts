import { mount } from "svelte";
import App from "./App.svelte";
import "./look.css";
import { show } from "./lib/theme.svelte";
import { preferred, speak } from "./lib/words.svelte";

show();
await speak(preferred());
// Whoever was told that the browser is too old is left with that.
const page = document.getElementById("app")!;
if (page.childElementCount === 0) mount(App, { target: page });
