/** `npm run screenshots`: Time Line's pages with a fight on them. */
import { expect, test } from "@playwright/test";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { picture } from "./pictures";
import { Server } from "./server";

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(async () => {
  await server.remove();
});

test("pictures of a fight on the timeline", async ({ browser }) => {
  const phone: Screen = { ...PHONE, theme: "light" };
  const host = await Person.arrive(browser, WIDE);
  const lan = await Person.arrive(browser, WIDE);
  const kou = await Person.arrive(browser, phone);
  const invite = await host.openTable(server.url, /^时间线\s*数据化/, "雾港夜战", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await expect(host.scene).toBeVisible();
  await lan.sitDown(invite, "小周");
  await kou.sitDown(invite, "阿澈");
  await kou.turnTo("角色");
  await picture(kou, "timeline-make-phone", ["light"]);
  await kou.sheet.getByRole("button", { name: /^白蔻/ }).click();
  await kou.sheet.getByLabel("体质", { exact: true }).fill("40");
  await expect(kou.sheet.getByRole("alert")).toBeVisible();
  await kou.sheet.getByLabel("体质", { exact: true }).fill("30");
  await expect(kou.sheet.getByRole("alert")).toHaveCount(0);
  await kou.button("入场", kou.sheet).click();
  await lan.sheet.getByRole("button", { name: /^岳澜/ }).click();
  await expect(lan.sheet.locator(".follows")).toBeVisible();
  await lan.button("入场", lan.sheet).click();
  await host.sheet.locator("summary", { hasText: "新建人物卡" }).click();
  await host.sheet.getByLabel("名字", { exact: true }).fill("雾中人");
  await host.sheet.getByLabel("只有我看见").check();
  await host.button("入场", host.sheet).click();
  await host.sheet.locator("summary", { hasText: "新建人物卡" }).click();
  await host.say(".tar 100");
  await lan.say(
    ".setupwp 名称:鱼叉枪,类型:火力,伤害:30,前摇:2,射程:50,载弹量:4,装填时间:5,负重:20,备注:",
  );
  await lan.page.getByLabel("怎么说").selectOption({ label: "角色说" });
  await lan.say("灯灭了。它就在缆绳后面。");
  await lan.sheet.getByRole("button", { name: /^力量 .*怎么来的？/ }).click();
  await lan.button(/^力量/, lan.tray).click();
  await expect(lan.tray.locator(".working")).toBeVisible();
  await picture(lan, "timeline-check-wide");
  await lan.button("掷骰", lan.tray).click();
  await kou.turnTo("故事");
  await kou.raiseTray();
  await kou.button(/^医学/, kou.tray).click();
  await expect(kou.tray.locator(".working")).toBeVisible();
  await picture(kou, "timeline-check-phone");
  await kou.turnTo("角色");
  await kou.page.locator(".handle").click();
  await picture(kou, "timeline-sheet-phone", ["light"]);
  await picture(host, "timeline-host-wide", ["light"]);
  await lan.page.locator(".pane.sheet").evaluate((pane) => pane.scrollTo(0, 700));
  await picture(lan, "timeline-weapon-wide", ["light"]);

  await host.button("揭示 雾中人").click();
  await host.say(".bat open @岳澜 @白蔻 @雾中人");
  await lan.say(".bat 力量 60 @雾中人 一叉刺过去");
  await kou.say(".bat 敏捷 40 招架 @白蔻");
  await host.say(".chr 3");
  await host.say(".bat 力量 70 @白蔻");
  await host.say(".bat go");
  await expect(host.tray.locator(".bar.landed, .bar.lost").first()).toBeVisible();
  await lan.say(".bat 力量 50 @雾中人 再来");
  await kou.raiseTray();
  await expect(kou.tray.locator(".bar").first()).toBeVisible();
  await host.page.waitForTimeout(600);
  await kou.tray.evaluate((tray) => tray.parentElement?.scrollTo(0, 0));
  await picture(host, "timeline-fight-host-wide");
  await picture(lan, "timeline-fight-wide");
  await picture(kou, "timeline-fight-phone");
  await kou.tray.locator("summary", { hasText: "看成表格" }).click();
  await kou.page.getByRole("region", { name: "决定行动" }).scrollIntoViewIfNeeded();
  await picture(kou, "timeline-declare-phone", ["light"]);
  await kou.turnTo("现场");
  await kou.page.locator(".handle").click();
  await picture(kou, "timeline-scene-phone", ["light"]);
  await lan.page.getByLabel("语言").selectOption("en");
  await picture(lan, "timeline-english-wide", ["light"]);
});
