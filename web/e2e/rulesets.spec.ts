/** Every ruleset on the shelf: from nothing to dice on the table, with a player on a phone. */
import { expect, test } from "@playwright/test";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(async () => {
  await server.remove();
});

type Pack = { id: string; family: string; name: { "zh-Hans": string } };

async function shelf(): Promise<Pack[]> {
  return (await (await fetch(`${server.url}/api/packs`)).json()) as Pack[];
}

test("m60 every mist ruleset is played by its own names, dice and bands", async ({ browser }) => {
  const packs = (await shelf()).filter((pack) => pack.family === "mist");
  expect(packs.length).toBeGreaterThanOrEqual(3);
  for (const pack of packs) {
    await test.step(pack.id, async () => {
      const host = await Person.arrive(browser, WIDE);
      const player = await Person.arrive(browser, PHONE);
      const name = new RegExp(pack.name["zh-Hans"].replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const invite = await host.openTable(server.url, name, pack.id, "林");
      await host.page.getByRole("link", { name: "去桌边" }).click();
      await player.sitDown(invite, "阿澈");
      await player.turnTo("角色");
      await player
        .button(/^取用范例角色/)
        .first()
        .click();
      await expect(player.sheet.getByRole("article").first()).toBeVisible();
      await host.take(host.scene, /^开始场景/, { 标题: "雨夜" });
      // The thumb finds the action on every tab.
      await player.turnTo("故事");
      await player.raiseTray();
      const form = player.page.locator(".tray form.offer");
      await form.getByLabel("描述", { exact: true }).fill("推开门");
      await player.button("就这样", form).click();
      await expect(player.tray).toBeVisible();
      const before = await player.odds();
      await player.tray.locator(".chip button.help").first().click();
      await expect.poll(() => player.odds()).not.toEqual(before);
      await host.button("全部计入", host.tray).click();
      await expect(player.button(/^掷骰/, player.tray)).toBeVisible();
      const tone = await player.roll();
      expect(["failure", "mixed", "full"]).toContain(tone);
      await expect(host.story.locator(".body.card svg").first()).toBeVisible();
      await host.page.context().close();
      await player.page.context().close();
    });
  }
});

test("b41 a family without a page of its own is played by text", async ({ browser }) => {
  const pack = (await shelf()).find((one) => one.id === "fate-condensed");
  const host = await Person.arrive(browser, WIDE);
  await host.openTable(server.url, new RegExp(`^${pack?.name["zh-Hans"]}`), "雾港", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await host.say(".scene 码头: 夜里有雾");
  await expect(host.story.getByText("场景：码头")).toBeVisible();
  await host.say(".aspect 浓雾");
  await expect(host.story.getByText("浓雾").first()).toBeVisible();
});
