/** Pictures of every part and screen, for our eyes: `npm run look:screenshots`. */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "@playwright/test";
import { lookPage, SCREENS, SECTIONS, WORLDS } from "./lookpage";

const address = lookPage();
const FOLDER = resolve(process.env.MISTLINE_SHOTS_TO ?? "test-results/look");
const SIZES = {
  wide: { width: 1440, height: 900 },
  "1024": { width: 1024, height: 768 },
  phone: { width: 360, height: 740 },
};

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`pictures, ${size}`, async ({ browser }) => {
    await mkdir(FOLDER, { recursive: true });
    const phone = size === "phone";
    const context = await browser.newContext({
      viewport,
      reducedMotion: "reduce",
      hasTouch: phone,
      isMobile: phone,
    });
    const page = await context.newPage();
    const all: [string, string[]][] = [
      ...SECTIONS.map((one): [string, string[]] => [one, WORLDS]),
      ...SCREENS,
    ];
    for (const [what, worlds] of all) {
      for (const world of worlds) {
        for (const theme of ["light", "dark"]) {
          await page.setViewportSize(viewport);
          await page.goto(`${address()}?bare&show=${what}&world=${world}&theme=${theme}`);
          const long = page.locator(".page");
          if ((await long.count()) > 0) {
            const height = await long.evaluate((one) => one.scrollHeight);
            await page.setViewportSize({ ...viewport, height: Math.min(height, 6000) });
          }
          await page.screenshot({ path: join(FOLDER, `${what}-${world}-${size}-${theme}.png`) });
        }
      }
    }
    await context.close();
  });
}
