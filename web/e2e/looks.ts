/** How a page must look, whatever is on it. */
import AxeCore from "axe-core";
import { expect, type Page } from "@playwright/test";
import type { Person } from "./people";

/** B-75: nothing serious or critical, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    // A colour on its way to another is neither, and on a busy machine the way is long: for those
    // who want no motion, nothing may move.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.evaluate(AxeCore.source);
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof AxeCore }).axe.run(),
    );
    const serious = violations.filter(
      ({ impact }) => impact === "serious" || impact === "critical",
    );
    const found = serious.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`,
    );
    expect(found, `${page.url()} in ${theme}`).toEqual([]);
  }
}

export async function expectNoSidewaysScroll({ page }: Person): Promise<void> {
  const [window, content] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    Math.max(innerWidth, document.documentElement.scrollWidth),
  ]);
  expect(content).toBeLessThanOrEqual(window!);
}
