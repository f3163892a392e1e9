const files = import.meta.glob<string>(
  "../../../crates/words/catalogue/en/{common,dice,server,table,web}.ftl",
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

export default Object.values(files);
