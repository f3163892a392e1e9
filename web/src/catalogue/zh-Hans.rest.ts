const files = import.meta.glob<string>(
  [
    "../../../crates/words/catalogue/zh-Hans/*.ftl",
    "!../../../crates/words/catalogue/zh-Hans/{common,dice,fate,mist,server,table,timeline,timeline-words,web,web-fate,web-mist,web-timeline}.ftl",
  ],
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

export default Object.values(files);
