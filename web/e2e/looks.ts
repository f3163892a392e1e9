/** How a page must look, whatever is on it. */
import AxeCore from "axe-core";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "./people";

/** What another theme can change: everything else of a page is the same in both. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** B-75: nothing serious or critical, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    // A colour on its way to another is neither, and on a busy machine the way is long: for those
    // who want no motion, nothing may move.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AxeCore.source);
    const { violations } = await page.evaluate(
      (rules) =>
        (window as unknown as { axe: typeof AxeCore }).axe.run({
          ...(rules ? { runOnly: { type: "rule" as const, values: rules } } : {}),
          // Only what is wrong is told in full: the rest takes longer to tell than to find.
          resultTypes: ["violations"],
        }),
      theme === "light" ? null : OF_COLOURS,
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

/** B-75: the document itself never scrolls, only panels do. */
export async function expectStill(page: Page): Promise<void> {
  const [high, wide, moved] = await page.evaluate(() => {
    const root = document.scrollingElement!;
    scrollTo(0, 9999);
    const moved = scrollY;
    scrollTo(0, 0);
    return [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth, moved];
  });
  expect(high).toBeLessThanOrEqual(0);
  expect(wide).toBeLessThanOrEqual(0);
  expect(moved).toBe(0);
}

/** What is to be pressed on a phone and is smaller than 44 px; a box of a track may be 24 px wide. */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>(
      "button, a[href], input, select, textarea, summary, [role=slider]",
    )) {
      // What is pressed is the label of a radio or a box, where there is one.
      const small = one.matches("input[type=radio], input[type=checkbox]");
      const target = small ? (one.closest("label") ?? one) : one;
      const box = target.getBoundingClientRect();
      if (box.width === 0 || !target.checkVisibility({ visibilityProperty: true })) continue;
      if (one.closest("[inert], nav[aria-label=Look]") || one.matches(":disabled")) continue;
      // What stands in the middle of a text is as high as its line (WCAG 2.5.8).
      if (one.closest("p") || getComputedStyle(one).display === "inline") continue;
      // What surrounds the visible part counts: it is pressed as well.
      const around = getComputedStyle(one, "::after");
      const grown = around.content !== "none" && around.position === "absolute" ? 18 : 0;
      const narrow = one.matches(".box") ? 24 : 44;
      if (box.height + grown < 43.5 || box.width + grown < narrow - 0.5) {
        const size = `${Math.round(box.width)} × ${Math.round(box.height)}`;
        found.push(`${size}: ${one.outerHTML.slice(0, 110)}`);
      }
    }
    return found;
  });
}

/** How far things moved without a hand since the page began to load, and what moved most. */
export function shifts(page: Page): Promise<{ sum: number; what: string[] }> {
  return page.evaluate(
    () =>
      new Promise<{ sum: number; what: string[] }>((done) => {
        type Shift = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources?: { node?: Node | null }[];
        };
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          const all = (list.getEntries() as Shift[]).filter((one) => !one.hadRecentInput);
          const named = (one: Shift) => {
            const node = one.sources?.[0]?.node;
            const name = node instanceof Element ? node.outerHTML.slice(0, 90) : String(node);
            return `${one.value.toFixed(4)} ${name}`;
          };
          done({ sum: all.reduce((sum, { value }) => sum + value, 0), what: all.map(named) });
        }).observe({ type: "layout-shift", buffered: true });
        // Without a shift the observer says nothing.
        setTimeout(() => done({ sum: 0, what: [] }), 500);
      }),
  );
}

/** Whether the focus can be seen on what has it, or on the label that stands for it. */
function focusShows(): boolean {
  const one = document.activeElement;
  if (!one || one === document.body) return true;
  const places = [one, one.closest("label"), one.nextElementSibling, one.parentElement];
  return places.some((place) => {
    if (!place) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(place);
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  });
}

/** Goes on with the Tab key until `there` has the focus; it must be seen all the way. */
export async function tabTo(page: Page, there: Locator): Promise<void> {
  await there.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await there.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(focusShows);
    if (!seen) {
      const html = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
      throw new Error(`the focus does not show on ${html}`);
    }
  }
  throw new Error(`the Tab key never reaches ${there}`);
}
