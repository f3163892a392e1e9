/**
 * The keys of lists. Svelte refuses to draw a list with two equal keys, so a key is an id the
 * server made, a place in the list, or a word of our own: never what a pack or a person chose.
 */
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Ids the server makes, numbers it counts, and keys this page makes. */
const MADE = new Set(
  "id weapon.id one.id offer.key entry.key key seat one.seat line.n one.number number one.who field.path origin.key chip.source one.plate.picture picture.plate.picture one.character moment.n scene.n change.n".split(
    " ",
  ),
);
/** Lists of our own words, and lists made without doubles. */
const OURS = /^(\[.*\]( as const)?|[A-Z]+|new Set\(.*\))$/;
/** Names of such lists. */
const OWN_LISTS = new Set(
  "kinds deeds pages groups sessions past numbers words sides chip.ways".split(" "),
);

function wrong(list: string, item: string, key: string): boolean {
  const index = /,\s*(\w+)$/.exec(item)?.[1];
  if (key === index) return false;
  if (OURS.test(list) || OWN_LISTS.has(list)) return false;
  // What a pack lists has ids too, but the pack chose them.
  if (/rules|pools|tracks|slots|examples/i.test(list) || key.startsWith("example.")) return true;
  return !(MADE.has(key) || /^\w+\.id$/.test(key));
}

test("p05 no list is keyed by what a pack or a person chose", () => {
  const found: string[] = [];
  let lists = 0;
  for (const [file, text] of Object.entries(sources)) {
    for (const [whole, list, item, key] of text.matchAll(
      /\{#each ((?:(?!\{[#/@:]).)+?) as ((?:\{[^}]*\}|\[[^\]]*\]|\w+)(?:, \w+)?) \((.+?)\)\}/gs,
    )) {
      lists += 1;
      if (wrong(list!.trim(), item!, key!)) found.push(`${file}: ${whole}`);
    }
    const unkeyed = [...text.matchAll(/\{#each [^}]* as (?:\w+|\{[^}]*\})(?:, \w+)?\}/g)];
    for (const [whole] of unkeyed) found.push(`${file}: ${whole} has no key`);
  }
  expect(found).toEqual([]);
  expect(lists).toBeGreaterThan(150);
});
