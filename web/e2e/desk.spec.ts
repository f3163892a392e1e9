/** Scenes prepared before play and things to bring (B-44), through the page, in every family. */
import { expect, test } from "@playwright/test";
import { desk, openDesk, prepare, putLine, shot } from "./campaign";
import { expectAccessible, expectNoSidewaysScroll, tabTo } from "./looks";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

for (const [ruleset, thing] of [
  [/奇谈/, "鸦群"],
  [/^命运浓缩版/, "钟楼守护者"],
  [/^时间线\s*数据化/, "飞刀客"],
] as const) {
  test(`b44 a scene is prepared, started and undone: ${ruleset}`, async ({ browser }) => {
    const host = await Person.arrive(browser, WIDE);
    const guest = await Person.arrive(browser, PHONE);
    const invite = await host.openTable(server.url, ruleset, "雾中一夜", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await guest.sitDown(invite, "阿澈");
    await openDesk(host);
    await prepare(host, "灯塔顶层", "灯是灭的，机器还在转。");
    await prepare(host, "退潮之后", "沙上有一行脚印。");
    await host.button(/^灯塔顶层/, desk(host)).click();
    await host
      .button(new RegExp(`^放进：${thing}`), desk(host))
      .dragTo(desk(host).getByRole("group", { name: "灯塔顶层" }));
    await expect(host.button(`拿走：${thing}`, desk(host))).toBeVisible();
    await putLine(host, ".clock 退潮 4", "退潮");
    await expectAccessible(host.page);
    await shot(host, `prep-${thing}-wide`);
    await host.page.setViewportSize({ width: PHONE.width, height: PHONE.height });
    await expectNoSidewaysScroll(host);
    await shot(host, `prep-${thing}-phone`);
    await host.page.setViewportSize({ width: WIDE.width, height: WIDE.height });
    // Nobody else knows of any of it (B-30).
    await expect(guest.page.locator("body")).not.toContainText("灯塔顶层");
    await expect(guest.page.locator("body")).not.toContainText(thing);
    await expect(guest.button("备场")).toHaveCount(0);
    // What is kept here is offered at this device's other tables.
    await host.button(`存进库：${thing}`, desk(host)).first().click();
    await expect(host.button(`从库里删掉：${thing}`, desk(host))).toBeVisible();
    await host.button("推上台", desk(host)).click();
    await expect(desk(host)).toHaveCount(0);
    await guest.turnTo("故事");
    await expect(guest.story).toContainText("灯塔顶层");
    await openDesk(host);
    await expect(host.button(/^灯塔顶层 ?台上/, desk(host))).toBeVisible();
    await host.button("退潮之后 备好了", desk(host)).click();
    await host.button("留到以后", desk(host)).click();
    await expect(host.button(/^退潮之后 ?留到以后/, desk(host))).toBeVisible();
    await host.button("回桌边", desk(host)).click();
    await host.say(".undo");
    await openDesk(host);
    await expect(host.button(/^灯塔顶层 ?备好了/, desk(host))).toBeVisible();
  });
}

test("b75 b44 a scene is prepared and started by keyboard alone, in every language", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const { page } = host;
  const press = async (name: string | RegExp) => {
    await tabTo(page, host.button(name, desk(host)));
    await page.keyboard.press("Enter");
  };
  const write = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.insertText(text);
  };
  await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await page.getByRole("link", { name: "去桌边" }).click();
  await tabTo(page, host.button("备场", page.getByRole("banner")));
  await page.keyboard.press("Enter");
  await press("新场景");
  await write("标题", "灯塔顶层");
  await write("只给自己看", "点灯的人就是她父亲。");
  await write("开场白", "灯是灭的，机器还在转。");
  await press("存好");
  await press(/^放进：鸦群/);
  await expect(host.button("拿走：鸦群", desk(host))).toBeVisible();
  for (const [label, language, read] of [
    ["语言", "zh-Hant", "念出來"],
    ["語言", "en", "Read it out"],
  ] as const) {
    await host.chooseLanguage(label, language);
    await expect(host.button(read)).toBeVisible();
    await expectAccessible(page);
    await shot(host, `prep-${language}-wide`);
    await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
    await expectNoSidewaysScroll(host);
    await shot(host, `prep-${language}-phone`);
    await page.setViewportSize({ width: WIDE.width, height: WIDE.height });
  }
  await tabTo(page, host.button("Start"));
  await page.keyboard.press("Enter");
  await expect(host.story).toContainText("灯塔顶层");
});
