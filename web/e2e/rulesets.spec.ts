/** Every ruleset on the shelf: from nothing to a resolved action, with a player on a phone. */
import { resolve } from "node:path";
import { expect, test, type Browser } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { act, settle } from "./fate";
import { begin, chips, clear, oddsNow, rollTo, setScene, stage, strip } from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile("--packs", resolve("../examples/homebrew"));

type Pack = { id: string; family: string; name: { "zh-Hans": string } };

async function shelf(): Promise<Pack[]> {
  return (await (await fetch(`${server.url}/api/packs`)).json()) as Pack[];
}
const named = (pack: Pack) =>
  new RegExp(`^${pack.name["zh-Hans"].replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);

/** A host and two players at a fresh table, one of them on a phone. */
async function sit(browser: Browser, pack: Pack): Promise<[Person, Person, Person]> {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, named(pack), pack.id, "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await yan.sitDown(invite, "小周");
  await chao.sitDown(invite, "阿澈");
  return [host, yan, chao];
}

test("m60 every mist ruleset is played by its own names, dice and bands", async ({ browser }) => {
  const packs = (await shelf()).filter((pack) => pack.family === "mist");
  // The three that ship, and a homebrew one that changes names, dice, bands and tracks.
  expect(packs.map(({ id }) => id)).toContain("tideville");
  expect(packs.length).toBeGreaterThanOrEqual(4);
  for (const pack of packs) {
    await test.step(pack.id, async () => {
      const people = await sit(browser, pack);
      const [host, yan, chao] = people;
      for (const [player, which] of [
        [yan, 0],
        [chao, 1],
      ] as const) {
        await player
          .button(/^取用范例 /, stage(player))
          .nth(which)
          .click();
        await expect(player.button(/^取用范例 /, stage(player))).toHaveCount(0);
      }
      await setScene(host, { 标题: "雨夜" });
      if (pack.id === "tideville") await expectHomebrew(chao);
      // The thumb finds the action on every tab.
      await chao.turnTo("故事");
      await begin(chao, "推开门");
      const before = await oddsNow(chao);
      await chips(chao).first().click();
      await expect.poll(() => oddsNow(chao)).not.toEqual(before);
      await expectNoSidewaysScroll(chao);
      await host.button("全部计入", strip(host)).click();
      await rollTo(host, chao, ["failure"]);
      await clear(yan);
      await clear(host);
      await yan.rolls.last().getByRole("button").first().click();
      await expect(yan.rolls.last().locator(".body.card svg").first()).toBeVisible();
      // What the dice ask for happens to the one who rolled.
      await host.button("给予状态", stage(host)).click();
      for (const [label, value] of [
        ["描述", "雾合上来"],
        ["状态", "迷失"],
      ] as const) {
        await stage(host).getByLabel(label, { exact: true }).fill(value);
      }
      await stage(host).getByRole("radio", { name: "2", exact: true }).check();
      await host.button("让它去", strip(host)).click();
      await chao.button("承受", strip(chao)).click();
      await chao.turnTo("角色");
      await expect(stage(chao).getByText("迷失-2").first()).toBeVisible();
      if (pack.id === "tideville") await expectAccessible(chao.page);
      for (const { page } of people) await page.context().close();
    });
  }
});

/** The page shows what the pack says, with not a line of it changed for that. */
async function expectHomebrew(person: Person): Promise<void> {
  await person.turnTo("角色");
  await expect(stage(person).getByText("潮", { exact: true }).first()).toBeVisible();
  await expect(stage(person).getByText("下沉").first()).toBeVisible();
  await expect(stage(person).getByRole("img", { name: "0/4" }).first()).toBeVisible();
  await person.turnTo("规则");
  const rules = person.page.locator(".other");
  await expect(rules).toContainText("3d6kh2");
  for (const band of ["没顶", "呛水", "踏浪"]) await expect(rules).toContainText(band);
}

test("f53 Fate with approaches for skills shows its own names and one track", async ({
  browser,
}) => {
  const pack = (await shelf()).find((one) => one.id === "fate-accelerated")!;
  const people = await sit(browser, pack);
  const [host, yan, chao] = people;
  for (const player of [yan, chao]) {
    await player.button("选角色").click();
    await player
      .button(/^用.+这张卡$/)
      .first()
      .click();
    await expect(strip(player)).toContainText("台上是你的");
  }
  await expect(yan.sheet.getByRole("img", { name: /0\/\d$/ })).toHaveCount(1);
  await expect(chao.sheet.getByText("迅捷").first()).toBeVisible();
  await act(host, host.button("开始场景", strip(host)), "开始场景", { 标题: "屋顶" });
  // On a phone the action opens under the thumb, with the odds while one picks.
  await chao.turnTo("故事");
  await chao.button("行动", strip(chao)).click();
  await chao.button("难度", chao.tray).click();
  await expect(strip(chao).locator(".odds li")).toHaveCount(4);
  await expectAccessible(chao.page);
  await chao.button("就这样", strip(chao)).click();
  await chao.button(/^掷骰/, strip(chao)).click();
  await settle(chao);
  await expect(strip(chao).locator(".outcome")).toBeVisible();
  await host.rolls.last().getByRole("button").first().click();
  await expect(host.rolls.last().locator(".body.card svg").first()).toBeVisible();
  for (const { page } of people) await page.context().close();
});
