/** Every part of the design system, in every state, as the look page shows it. */
import AxeCore from "axe-core";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { lookPage, SCREENS, SECTIONS, WORLDS } from "./lookpage";
import { tooSmall } from "./looks";

const address = lookPage();
const SHOWS: [string, string[]][] = [
  ...SECTIONS.map((one): [string, string[]] => [one, WORLDS]),
  ...SCREENS,
];

/**
 * The worlds and themes a part is looked at in. One of each, in turn, so that every part, every world
 * and both themes are seen; with EVERY_THEME all of them, which takes six times as long.
 */
const EVERY = process.env.EVERY_THEME !== undefined;
const themes = (turn: number): string[] =>
  EVERY ? ["light", "dark"] : [turn % 2 === 0 ? "light" : "dark"];
const inTurn = (worlds: string[], turn: number): string[] =>
  EVERY ? worlds : [worlds[turn % worlds.length]!];

async function open(
  browser: Browser,
  size: { width: number; height: number },
  motion: "reduce" | "no-preference" = "reduce",
): Promise<{ page: Page; faults: string[] }> {
  const phone = size.width < 500;
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: motion,
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  page.on("console", (said) => {
    if (said.type() === "error" || said.type() === "warning") faults.push(said.text());
  });
  return { page, faults };
}

async function show(page: Page, what: string, world: string, theme: string): Promise<void> {
  await page.goto(`${address()}?bare&show=${what}&world=${world}&theme=${theme}`);
  await expect(page.locator(".screen, .page").first()).toBeVisible();
}

test("b75 every part meets WCAG 2.2 AA in every world, light and dark", async ({ browser }) => {
  const { page, faults } = await open(browser, { width: 1440, height: 900 });
  const found: string[] = [];
  for (const [part, [what, worlds]] of SHOWS.entries()) {
    for (const [place, world] of inTurn(worlds, part).entries()) {
      for (const theme of themes(part + place)) {
        await show(page, what, world, theme);
        await page.evaluate(AxeCore.source);
        const { violations } = await page.evaluate(() =>
          (window as unknown as { axe: typeof AxeCore }).axe.run({
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
          }),
        );
        for (const { id, nodes } of violations) {
          const where = nodes.map(({ html, any }) => `${any[0]?.message ?? ""} ${html}`);
          found.push(`${what} ${world} ${theme}: ${id}: ${where.slice(0, 2).join("; ")}`);
        }
      }
    }
  }
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

test("b75 on a phone everything to press is 44 px, nothing scrolls sideways, the page never scrolls", async ({
  browser,
}) => {
  const found: string[] = [];
  for (const width of [360, 320]) {
    const { page, faults } = await open(browser, { width, height: 740 });
    for (const [what, worlds] of width === 360 || EVERY ? SHOWS : SCREENS) {
      await show(page, what, worlds[0]!, "light");
      const wrong = await page.evaluate(() => {
        const said: string[] = [];
        const root = document.documentElement;
        if (root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight)
          said.push(`the document scrolls: ${root.scrollWidth} × ${root.scrollHeight}`);
        for (const panel of document.querySelectorAll<HTMLElement>(".page, .stage, .lines, .body"))
          if (panel.scrollWidth > panel.clientWidth + 1)
            said.push(`${panel.className} scrolls sideways: ${panel.scrollWidth}`);
        return said;
      });
      wrong.push(...(await tooSmall(page)));
      found.push(...wrong.map((one) => `${width} ${what}: ${one}`));
    }
    expect(faults).toEqual([]);
    await page.context().close();
  }
  expect(found).toEqual([]);
});

test("b75 with reduced motion nothing moves, otherwise only what may", async ({ browser }) => {
  const still = await open(browser, { width: 1440, height: 900 });
  for (const [what, worlds] of SHOWS) {
    await show(still.page, what, worlds[0]!, "light");
    expect(await still.page.evaluate(() => document.getAnimations().length), what).toBe(0);
  }
  const moving = await open(browser, { width: 1440, height: 900 }, "no-preference");
  await show(moving.page, "mist-roll", "tales", "light");
  expect(await moving.page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(2);
  // No loop but the strip's edge and boxes that can be bought.
  const loops = async (what: string) => {
    await show(moving.page, what, "tales", "light");
    return moving.page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations === Infinity)
        .map((one) => (one as CSSAnimation).animationName.replace(/^svelte-\w+-/, "")),
    );
  };
  expect(await loops("mist-rest")).toEqual(["sweep"]);
  expect(new Set(await loops("mist-spend"))).toEqual(new Set(["sweep", "breathe"]));
});

test("a chip is picked by press, by keys, by right press and by holding it", async ({
  browser,
}) => {
  const { page } = await open(browser, { width: 1440, height: 900 });
  await show(page, "chips", "tales", "light");
  const chip = page.getByRole("button", { name: /^借鸟的眼睛看/ }).first();
  const state = () => chip.getAttribute("data-pick");
  await chip.click();
  expect(await state()).toBe("help");
  await chip.click();
  expect(await state()).toBe("burn");
  await chip.click();
  expect(await state()).toBe(null);
  await chip.click({ button: "right" });
  expect(await state()).toBe("hinder");
  await chip.press("Enter");
  expect(await state()).toBe(null);
  await chip.press("b");
  expect(await state()).toBe("burn");
  await chip.press("-");
  expect(await state()).toBe("hinder");
  await chip.press("-");

  const box = (await chip.boundingBox())!;
  const pointer = { pointerType: "touch", button: 0, clientX: box.x + 9, clientY: box.y + 9 };
  await chip.dispatchEvent("pointerdown", pointer);
  await expect.poll(state).toBe("hinder");
  // The click after a long press is part of it.
  await chip.dispatchEvent("pointerup", pointer);
  await chip.dispatchEvent("click");
  expect(await state()).toBe("hinder");
});

test("a popover takes the focus, keeps it and gives it back", async ({ browser }) => {
  const { page } = await open(browser, { width: 1440, height: 900 });
  await show(page, "small", "tales", "light");
  const opener = page.getByRole("button", { name: "popover" });
  const dialog = page.getByRole("dialog", { name: "看守仓库的无面人" });
  await opener.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("button", { name: "对它行动" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "细看" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: /让威胁落下/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(dialog).toHaveCount(0);

  await opener.click();
  await page.getByRole("button", { name: "细看" }).click();
  await expect(page.locator("[data-last]")).toHaveText("look");
  await expect(opener).toBeFocused();
});

test("the tray rests down, half and full, by keys and by dragging", async ({ browser }) => {
  const { page } = await open(browser, { width: 360, height: 740 });
  await show(page, "mist-pick", "tales", "light");
  const grip = page.getByRole("button", { name: "上拉或下拉" });
  const snap = () => page.locator("[data-snap]").getAttribute("data-snap");
  expect(await snap()).toBe("full");
  await grip.press("ArrowDown");
  expect(await snap()).toBe("half");
  await grip.press("ArrowDown");
  expect(await snap()).toBe("down");
  await grip.press("Enter");
  expect(await snap()).toBe("half");
  const box = (await grip.boundingBox())!;
  const x = box.x + box.width / 2;
  await page.mouse.move(x, box.y + 10);
  await page.mouse.down();
  for (let y = box.y; y > 70; y -= 12) await page.mouse.move(x, y);
  await page.mouse.up();
  await expect.poll(snap).toBe("full");
  // The main button is under the thumb all the time.
  await expect(page.getByRole("button", { name: "请林过目" })).toBeInViewport();
});

test("the roll is said once, politely, and any press ends it", async ({ browser }) => {
  const { page } = await open(browser, { width: 1440, height: 900 });
  await show(page, "mist-roll", "tales", "light");
  await expect(page.getByRole("status").first()).toHaveText("顾遥掷出 12，成功");
  await expect(page.locator(".eq")).toHaveText(/3\s*\+ 5\s*\+4\s*=\s*12/);
  await page.keyboard.press("x");
  await expect(page.locator(".event")).toHaveCount(0);
});
