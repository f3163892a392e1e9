const files = import.meta.glob<string>(
  "../../../crates/words/catalogue/zh-Hant/{mist,web-mist}.ftl",
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

export default Object.values(files);
