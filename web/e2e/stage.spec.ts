/** The frame of the table page: stage, hand, strip and story, the same for every family. */
import { expect, test, type Page } from "@playwright/test";
import { expectStill, shifts, tooSmall } from "./looks";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { Server } from "./server";

const server = Server.forFile();
const MIDDLE: Screen = { width: 1024, height: 768, theme: "dark" };
const SMALL: Screen = { ...PHONE, theme: "light" };

/** Pictures for one's own eyes, when asked for. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.MISTLINE_LOOKS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

for (const [family, ruleset] of [
  ["mist", /奇谈/],
  ["fate", /^命运浓缩版/],
  ["timeline", /^时间线\s*数据化/],
] as const) {
  test(`the frame holds a ${family} table, wide, at 1024 and on a phone`, async ({ browser }) => {
    const host = await Person.arrive(browser, WIDE);
    const middle = await Person.arrive(browser, MIDDLE);
    const guest = await Person.arrive(browser, SMALL);
    const invite = await host.openTable(server.url, ruleset, "雾中一夜", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await middle.sitDown(invite, "小周");
    await guest.page.goto(invite);
    await guest.page.getByLabel("大家怎么称呼你").fill("阿澈");
    await guest.button("入座").click();

    for (const [person, name] of [
      [host, "wide"],
      [middle, "middle"],
      [guest, "phone"],
    ] as const) {
      await expect(person.page.getByRole("region", { name: "此刻" })).toBeVisible();
      await expectStill(person.page);
      await look(person.page, `${family}-${name}`);
      // Nothing moves under a hand while the table comes up.
      await person.page.reload();
      await expect(person.page.getByRole("region", { name: "此刻" })).toBeVisible();
      await person.page.waitForLoadState("networkidle");
      const { sum, what } = await shifts(person.page);
      expect(sum, `${family} ${name}: ${what.join("\n")}`).toBeLessThanOrEqual(0.02);
    }
    // A phone has one panel at a time, and the strip under each.
    for (const tab of ["故事", "角色", "规则", "现场"] as const) {
      await guest.turnTo(tab);
      await expect(guest.page.getByRole("region", { name: "此刻" })).toBeVisible();
      await look(guest.page, `${family}-phone-${tab}`);
      await expectStill(guest.page);
      expect(await tooSmall(guest.page), `${family} ${tab}`).toEqual([]);
    }
    await guest.turnTo("故事");
    await expect(guest.story).toBeVisible();
    await expect(guest.scene).toBeHidden();
  });
}
