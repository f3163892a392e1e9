import { mount } from "svelte";
import "../../look.css";
import "../tokens.css";
import "../base.css";
import LookPage from "./LookPage.svelte";

mount(LookPage, { target: document.getElementById("look")! });
