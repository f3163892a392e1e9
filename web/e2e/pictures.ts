/**
 * Pictures of pages as they are, for the README and for our eyes: `make screenshots`. Each state has
 * the name of its drawing, so that the two can be laid side by side.
 */
import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PHONE, type Person } from "./people";

const FOLDER = resolve(process.env.MISTLINE_SHOTS_TO ?? "../docs/screenshots");
/** What was taken in this run. */
const TAKEN = resolve("test-results/taken.txt");

type Theme = "light" | "dark";
const BOTH: readonly Theme[] = ["light", "dark"];
const LIGHT: readonly Theme[] = ["light"];
const DARK: readonly Theme[] = ["dark"];

/** Every picture, with the themes it is taken in. */
export const PICTURES: Record<string, readonly Theme[]> = {
  "start-wide": BOTH,
  "start-phone": LIGHT,
  "start-phone-full": LIGHT,
  "door-wide": LIGHT,
  "door-phone": BOTH,
  "table-mist-empty-host-wide": LIGHT,
  "table-mist-empty-host-phone": LIGHT,
  "table-mist-empty-player-phone": LIGHT,
  "table-mist-rest-wide": BOTH,
  "table-mist-rest-middle": LIGHT,
  "table-mist-rest-phone": BOTH,
  "table-mist-rest-wide-zh-Hant": DARK,
  "table-mist-rest-wide-en": LIGHT,
  "table-mist-sheet-phone": LIGHT,
  "table-mist-popover-host-wide": LIGHT,
  "table-mist-popover-phone": LIGHT,
  "table-mist-pick-wide": LIGHT,
  "table-mist-pick-phone": LIGHT,
  "table-mist-bureau-rest-wide": BOTH,
  "table-mist-bureau-rest-middle": LIGHT,
  "table-mist-bureau-rest-phone": BOTH,
  "table-mist-bureau-review-host-wide": LIGHT,
  "table-mist-bureau-review-host-phone": LIGHT,
  "table-mist-city-rest-wide": BOTH,
  "table-mist-city-rest-middle": DARK,
  "table-mist-city-rest-phone": BOTH,
  "table-mist-city-pick-wide": DARK,
  "table-mist-city-pick-phone": DARK,
  "table-mist-city-story-phone": DARK,
  "roll-mist-wide": LIGHT,
  "roll-mist-phone": LIGHT,
  "roll-mist-bureau-wide": DARK,
  "roll-mist-city-phone": DARK,
  "roll-mist-spend-wide": LIGHT,
  "roll-mist-spend-phone": BOTH,
  "consequence-host-wide": LIGHT,
  "consequence-host-phone": LIGHT,
  "consequence-incoming-wide": BOTH,
  "consequence-incoming-phone": DARK,
  "consequence-mitigate-wide": DARK,
  "consequence-mitigate-phone": LIGHT,
  "consequence-stop-wide": LIGHT,
  "consequence-stop-phone": LIGHT,
  "plunge-wide": LIGHT,
  "plunge-phone": DARK,
  "case-file-bureau-wide": LIGHT,
  "case-file-bureau-phone": LIGHT,
  "case-file-bureau-write-wide": BOTH,
  "case-file-bureau-write-phone": LIGHT,
  "case-file-bureau-verdict-wide": DARK,
  "case-file-bureau-verdict-phone": LIGHT,
  "case-file-host-wide": LIGHT,
  "case-file-archive-wide": LIGHT,
  "case-file-archive-phone": DARK,
  "case-file-2d6-wide": LIGHT,
  "case-file-2d6-phone": DARK,
  "case-file-2d6-write-wide": DARK,
  "case-file-2d6-write-phone": LIGHT,
  "case-file-2d6-verdict-wide": LIGHT,
  "case-file-archive-2d6-wide": DARK,
  "looking-back-2d6-wide": LIGHT,
  "looking-back-2d6-phone": LIGHT,
  "looking-back-growth-wide": LIGHT,
  "looking-back-growth-phone": DARK,
  "looking-back-lost-wide": LIGHT,
  "looking-back-lost-phone": LIGHT,
  "looking-back-city-wide": DARK,
  "crowd-wide": DARK,
  "crowd-phone": LIGHT,
  "crowd-me-phone": DARK,
  "maker-mist-wide": LIGHT,
  "maker-mist-phone": LIGHT,
  "maker-fate-wide": LIGHT,
  "maker-fate-phone": DARK,
  "table-fate-turn-wide": BOTH,
  "table-fate-turn-middle": LIGHT,
  "table-fate-turn-phone": BOTH,
  "table-fate-turn-wide-zh-Hant": DARK,
  "table-fate-turn-wide-en": LIGHT,
  "table-fate-invoke-wide": LIGHT,
  "table-fate-invoke-phone": LIGHT,
  "table-fate-hit-wide": LIGHT,
  "table-fate-hit-phone": BOTH,
  "table-fate-compel-wide": DARK,
  "table-fate-compel-phone": LIGHT,
  "fate-many-wide": LIGHT,
  "fate-many-phone": LIGHT,
  "fate-npc-wide": DARK,
  "fate-npc-phone": LIGHT,
  "fate-roll-wide": LIGHT,
  "fate-roll-phone": DARK,
  "fate-milestone-wide": LIGHT,
  "fate-milestone-phone": DARK,
  "table-timeline-wide": BOTH,
  "table-timeline-middle": LIGHT,
  "table-timeline-phone": BOTH,
  "table-timeline-wide-zh-Hant": DARK,
  "table-timeline-wide-en": LIGHT,
  "timeline-check-wide": LIGHT,
  "timeline-check-phone": LIGHT,
  "timeline-rolled-phone": DARK,
  "timeline-contest-wide": LIGHT,
  "timeline-contest-phone": LIGHT,
  "timeline-neg-wide": DARK,
  "timeline-neg-phone": LIGHT,
  "timeline-card-wide": LIGHT,
  "timeline-card-phone": BOTH,
  "timeline-fight6-wide": LIGHT,
  "timeline-fight6-phone": BOTH,
  "prep-wide": BOTH,
  "prep-phone": BOTH,
  "table-mist-handout-wide": BOTH,
  "table-mist-handout-phone": BOTH,
  "crowd-notes-wide": LIGHT,
  "recap-wide": BOTH,
  "recap-phone": BOTH,
  "palette-wide": DARK,
  "palette-phone": LIGHT,
  "reader-wide": LIGHT,
  "reader-phone": LIGHT,
  "print-sheets-wide": LIGHT,
  "print-book-wide": LIGHT,
};

/** `start-phone-full` in light is `start-phone-light-full`, as the drawings have it. */
function file(name: string, theme: Theme): string {
  const [, first, more] = /^(.*-(?:wide|phone|middle))(?:-(.*))?$/.exec(name) ?? [];
  if (name.startsWith("print-")) return `${name}.webp`;
  return `${first}-${theme}${more ? `-${more}` : ""}.webp`;
}

/** A page as it is, in each theme its picture is wanted in; a state nobody wants is passed over. */
export async function picture(person: Person, name: string, whole = false): Promise<void> {
  const themes = PICTURES[name];
  if (!themes) return;
  const { page } = person;
  await mkdir(FOLDER, { recursive: true });
  const browser = await page.context().newCDPSession(page);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.waitForTimeout(250);
    const { data } = await browser.send("Page.captureScreenshot", {
      format: "webp",
      quality: 58,
      captureBeyondViewport: whole,
      ...(whole ? { clip: { ...(await sizeOf(person)), x: 0, y: 0, scale: 1 } } : {}),
    });
    await writeFile(join(FOLDER, file(name, theme)), Buffer.from(data, "base64"));
    await appendFile(TAKEN, `${file(name, theme)}\n`);
  }
  await browser.detach();
}

function sizeOf({ page }: Person): Promise<{ width: number; height: number }> {
  return page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }));
}

const SIZES = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 768 },
  phone: { width: PHONE.width, height: PHONE.height },
};

/** The same person's page at another width, and back. */
export async function pictureAt(
  person: Person,
  size: keyof typeof SIZES,
  name: string,
): Promise<void> {
  if (!PICTURES[name]) return;
  const before = person.page.viewportSize()!;
  await person.page.setViewportSize(SIZES[size]);
  await person.page.waitForTimeout(300);
  await picture(person, name);
  await person.page.setViewportSize(before);
  await person.page.waitForTimeout(300);
}

/** The same state in the other languages. */
export async function pictureIn(person: Person, name: string): Promise<void> {
  const { page } = person;
  for (const language of ["zh-Hant", "en"]) {
    await page.evaluate((one) => localStorage.setItem("mistline-language", one), language);
    await page.reload();
    await page.locator(".room .strip").waitFor();
    await page.waitForTimeout(600);
    await picture(person, `${name}-${language}`);
  }
  await page.evaluate(() => localStorage.removeItem("mistline-language"));
  await page.reload();
  await page.locator(".room .strip").waitFor();
}

/** Before the first picture: nothing is taken yet. */
export async function begin(): Promise<void> {
  await mkdir(resolve("test-results"), { recursive: true });
  await rm(TAKEN, { force: true });
}

/** After the last: every picture of the list was taken, and the folder holds no other. */
export async function check(): Promise<void> {
  // Only some were asked for.
  if (process.env.MISTLINE_SHOTS !== "1") return;
  const wanted = Object.entries(PICTURES).flatMap(([name, themes]) =>
    themes.map((theme) => file(name, theme)),
  );
  const taken = existsSync(TAKEN) ? (await readFile(TAKEN, "utf8")).split("\n") : [];
  const missing = wanted.filter((one) => !taken.includes(one));
  if (missing.length > 0) throw new Error(`pictures that were not taken: ${missing.join(", ")}`);
  for (const old of await readdir(FOLDER)) {
    if (!wanted.includes(old)) await rm(join(FOLDER, old));
  }
}
