const files = import.meta.glob<string>(
  "../../../crates/words/catalogue/zh-Hant/{timeline,timeline-words,web-timeline}.ftl",
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

export default Object.values(files);
