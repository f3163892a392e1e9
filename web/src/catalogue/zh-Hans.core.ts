const files = import.meta.glob<string>(
  "../../../crates/words/catalogue/zh-Hans/{common,dice,server,table,web}.ftl",
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

export default Object.values(files);
