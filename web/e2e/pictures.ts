/** Pictures of pages as they are, for the README and for our eyes: `make screenshots`. */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Person } from "./people";

const FOLDER = resolve(process.env.MISTLINE_SHOTS_TO ?? "../docs/screenshots");

/** One page in light and in dark, as small files. */
export async function picture(
  person: Person,
  name: string,
  themes: readonly ("light" | "dark")[] = ["light", "dark"],
): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const browser = await person.page.context().newCDPSession(person.page);
  for (const theme of themes) {
    await person.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await person.page.waitForTimeout(200);
    const { data } = await browser.send("Page.captureScreenshot", { format: "webp", quality: 62 });
    await writeFile(join(FOLDER, `${name}-${theme}.webp`), Buffer.from(data, "base64"));
  }
  await browser.detach();
}
