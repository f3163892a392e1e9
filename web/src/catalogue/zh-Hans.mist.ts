const files = import.meta.glob<string>(
  "../../../crates/words/catalogue/zh-Hans/{mist,web-mist}.ftl",
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

export default Object.values(files);
