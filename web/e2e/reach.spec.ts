/** Who can play: with a keyboard alone, and without anyone else learning of it. */
import { expect, test, type Locator } from "@playwright/test";
import { tabTo } from "./looks";
import { popover, stage, strip } from "./mist";
import { Person, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

test("b75 from nothing to a roll by keyboard alone, with the focus always in sight", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const { page } = host;
  const press = async (there: Locator, key = "Enter") => {
    await tabTo(page, there);
    await page.keyboard.press(key);
  };
  const write = async (there: Locator, text: string) => {
    await tabTo(page, there);
    await page.keyboard.insertText(text);
  };
  await page.goto(server.url);
  await press(page.getByRole("radio", { name: /奇谈/ }), "Space");
  await write(page.getByLabel("这张桌子叫"), "雾中一夜");
  await write(page.getByLabel("你的名字"), "林");
  await press(host.button("开桌"));
  await press(page.getByRole("link", { name: "去桌边" }));

  await press(host.button("搭场景", strip(host)));
  await write(popover(host).getByLabel("标题", { exact: true }), "雨夜");
  await press(host.button("就这样", popover(host)));
  await press(host.button("全部角色", stage(host)));
  await press(stage(host).locator("summary", { hasText: "现成的角色" }));
  await press(host.button(/^取用范例 /, stage(host)).first());
  await press(host.button("关闭", stage(host)));
  await press(host.button("行动", strip(host)));
  await write(popover(host).getByLabel("描述", { exact: true }), "推开门");
  await press(host.button("就这样", popover(host)));
  await press(stage(host).locator("[data-hand] .chip.can").first());
  await expect(strip(host).locator(".power b")).toHaveText("+1");
  await press(host.button("掷骰", strip(host)));
  await page.keyboard.press("Escape");
  await press(host.rolls.getByRole("button").first());
  await expect(host.story.locator(".body.card svg").first()).toBeVisible();
});

test("b76 nothing is asked of anyone but this server", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const elsewhere: string[] = [];
  host.page.on("request", (request) => {
    const { protocol, host: asked } = new URL(request.url());
    if (protocol !== "data:" && asked !== new URL(server.url).host) elsewhere.push(request.url());
  });
  await host.openTable(server.url, /^时间线\s*数据化/, "雾港", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await expect(host.scene).toBeVisible();
  await host.button("规则").click();
  await expect(host.page.locator(".book section").first()).toBeVisible();
  await host.chooseLanguage("语言", "en");
  await expect(host.page.locator("html")).toHaveAttribute("lang", "en");
  expect(elsewhere).toEqual([]);
  expect(await host.page.evaluate(() => document.referrer)).toBe("");
});
