const files = import.meta.glob<string>("../../../crates/words/catalogue/en/{fate,web-fate}.ftl", {
  eager: true,
  query: "?raw",
  import: "default",
});

export default Object.values(files);
