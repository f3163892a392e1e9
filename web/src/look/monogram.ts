/** Faces for those who have no portrait: a letter on a hue, or a drawn figure. */
import { hash } from "./seed";

export const FIGURES = [
  "mask",
  "tide",
  "cabinet",
  "lantern",
  "brute",
  "bird",
  "fog",
  "eye",
  "gear",
  "car",
] as const;
export type Figure = (typeof FIGURES)[number];

/** A hue from the id, in steps that can be told apart. */
export function hueOf(id: string): number {
  return (hash(id) % 24) * 15;
}

export function figureOf(id: string): Figure {
  return FIGURES[hash(`figure ${id}`) % FIGURES.length]!;
}

/** Words put before a name that say nothing about who it is: 阿岚 is 岚. */
const BEFORE = /^[阿小老]/u;

/** One Chinese character, or up to two Latin initials. */
export function monogram(name: string): string {
  const plain = name.trim();
  if (plain === "") return "?";
  const han = /^\p{Script=Han}{1,2}$/u.test(plain) ? plain.replace(BEFORE, "") || plain : plain;
  const first = [...han][0]!;
  if (/\p{Script=Han}/u.test(first)) return first;
  const words = plain.split(/[\s·•.-]+/u).filter((word) => word !== "");
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join("");
}
