/** The pages of a campaign that nobody needs to begin: fetched together when one is opened (B-75). */
export { default as Notebook } from "./Notebook.svelte";
export { default as Prep } from "./Prep.svelte";
export { default as Recap } from "./Recap.svelte";
