/** What benchmarks of the page share: numbers in words, and their part of BENCHMARKS.md. */
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import type { Browser } from "@playwright/test";
import { BINARY } from "./server";

export const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
export const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

/** When and where something was measured. */
export function machine(browser: Browser, load: number): string {
  const day = new Date().toISOString().slice(0, 10);
  const server = BINARY.includes("release") ? "release" : "debug";
  return `${day}, ${cpus().length} cores of ${cpus()[0]!.model}, load ${load.toFixed(2)} at the start, Debian's Chromium ${browser.version()}, the ${server} server on the same machine`;
}

/** Writes the part between the markers of that name. */
export async function report(name: string, text: string): Promise<void> {
  console.log(text);
  const path = "../BENCHMARKS.md";
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const whole = await readFile(path, "utf8");
  const [before, rest] = whole.split(begin);
  const after = rest?.split(end)[1] ?? "\n";
  await writeFile(path, `${before!.trimEnd()}\n\n${begin}\n${text}${end}${after}`);
}
