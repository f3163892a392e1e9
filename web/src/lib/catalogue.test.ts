import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(svelte|ts)$/.test(path) && !/(\.test\.ts|wire\.ts)$/.test(path))
  .map((path) => read(join("src", path)));
const catalogue = "../crates/words/catalogue/zh-Hans";
const ids = new Set(
  readdirSync(catalogue)
    .filter((name) => name.startsWith("web"))
    .flatMap((name) =>
      Array.from(read(join(catalogue, name)).matchAll(/^([\w-]+) =/gm), ([, id]) => id!),
    ),
);

/** Ids the page names whole, and beginnings it completes: `web-role-${role}`. */
const whole = sources.flatMap((text) =>
  Array.from(text.matchAll(/["'`](web-[\w-]+)["'`]/g), ([, id]) => id!),
);
const begun = sources.flatMap((text) =>
  Array.from(text.matchAll(/`(web-[\w-]+-)\$\{/g), ([, id]) => id!),
);

test("b74 every word the page says is in the catalogue", () => {
  expect(whole.length).toBeGreaterThan(80);
  expect(whole.filter((id) => !ids.has(id))).toEqual([]);
  const empty = begun.filter((start) => ![...ids].some((id) => id.startsWith(start)));
  expect(empty).toEqual([]);
});

test("b74 every word of the page's catalogue is said", () => {
  const said = (id: string) => whole.includes(id) || begun.some((start) => id.startsWith(start));
  expect([...ids].filter((id) => !said(id))).toEqual([]);
});

test("b75 a page says only words that come with it: its family's, and those of every page", () => {
  const families = ["mist", "fate", "timeline"];
  const strays = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(svelte|ts)$/.test(path) && !/(\.test\.ts|wire\.ts)$/.test(path))
    .flatMap((path) =>
      families
        .filter((family) => !path.startsWith(`${family}/`))
        .flatMap((family) => {
          const said = read(join("src", path)).match(new RegExp(`"web-${family}-[\\w-]+`, "g"));
          return (said ?? []).map((id) => `${path}: ${id}`);
        }),
    );
  expect(strays).toEqual([]);
});
