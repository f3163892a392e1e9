/** `npm run screenshots`: Time Line's pages in the states of the mock-ups, under their names. */
import { expect, test } from "@playwright/test";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { picture, pictureAt, pictureIn } from "./pictures";
import { Server } from "./server";
import { card, declare, openCard, row, setup, someone, stage, strip, TIMELINE } from "./timeline";

const server = Server.forFile();

test("pictures of checks, cards and a fight on the timeline", async ({ browser }) => {
  const phone: Screen = { ...PHONE, theme: "light" };
  const host = await Person.arrive(browser, WIDE);
  const lan = await Person.arrive(browser, WIDE);
  const kou = await Person.arrive(browser, phone);
  const invite = await host.openTable(server.url, TIMELINE, "雾港夜战", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await lan.sitDown(invite, "小周");
  await kou.sitDown(invite, "阿澈");
  await kou.button("新建人物卡", stage(kou)).click();
  await kou.page.getByRole("button", { name: /^白蔻/ }).click();
  await kou.button("下一步").click();
  await expect(kou.page.getByRole("heading", { name: "身与心" })).toBeVisible();
  await kou.button("下一步").click();
  await kou.page.getByLabel("体质", { exact: true }).fill("40");
  await kou.button("下一步").click();
  await expect(kou.page.getByRole("alert").first()).toBeVisible();
  await kou.page.getByLabel("体质", { exact: true }).fill("30");
  await kou.button("下一步").click();
  await expect(kou.page.getByRole("heading", { name: "身世与性情" })).toBeVisible();
  await kou.button("入场").click();
  await lan.say(setup("岳澜", 12, 350, [35, 25, 40], [35.2, 30, 34.8]));
  await lan.say(
    ".setupwp 名称:鱼叉枪,类型:火力,伤害:45,前摇:2.5,射程:14,载弹量:4,装填时间:6,负重:5,备注:",
  );
  await host.say(setup("雾中人", 10, 420, [34, 26, 40], [34, 33, 33]));
  await host.say(setup("船工打手", 10, 300, [40, 30, 30], [34, 33, 33]));
  await host.button("新建人物卡", stage(host)).click();
  await host.button("先放着").click();

  // Checks: before the roll, the roll, and where it landed.
  await expect(someone(lan, "船工打手")).toBeVisible();
  await stage(lan).getByRole("spinbutton", { name: "对象等级" }).fill("3");
  await lan.button(/^险/, stage(lan)).click();
  await stage(lan).getByRole("button", { name: /^工程/ }).click();
  await expect(stage(lan).getByRole("img", { name: "成功率 35%" })).toBeVisible();
  await picture(lan, "timeline-check-wide");
  await kou.turnTo("现场");
  await expect(stage(kou).getByRole("img", { name: /^成功率/ })).toBeAttached();
  await picture(kou, "timeline-check-phone");
  await lan.keepRolls();
  await kou.keepRolls();
  await strip(lan).getByRole("button", { name: "掷骰" }).click();
  await expect(lan.rolled).toBeVisible();
  await expect(kou.rolled).toBeVisible();
  await lan.page.waitForTimeout(1500);
  await picture(kou, "timeline-rolled-phone");
  for (const person of [lan, kou]) {
    await person.rolled.click();
    await expect(person.rolled).toHaveCount(0);
  }

  await lan.button("对抗", stage(lan)).click();
  await stage(lan).locator(".rivals").getByRole("button", { name: "雾中人" }).click();
  await stage(lan).getByRole("button", { name: /^力量/ }).click();
  await expect(strip(lan)).toContainText("胜算");
  await strip(lan).getByRole("button", { name: "掷骰" }).click();
  await expect(kou.page.getByRole("region", { name: "对抗" })).toBeVisible();
  await picture(lan, "timeline-contest-wide");
  await picture(kou, "timeline-contest-phone");
  for (const person of [host, lan, kou]) await person.button("接着讲").click();

  await someone(host, "岳澜").click();
  await host.button("让其来试").click();
  await host.button("交涉", stage(host)).click();
  await stage(host).locator(".whom").getByRole("button", { name: "雾中人" }).click();
  await host.button(/^动人/, stage(host)).click();
  await expect(stage(host).locator(".curve")).toBeVisible();
  await picture(host, "timeline-neg-wide");
  await kou.button("交涉", stage(kou)).click();
  await stage(kou).locator(".whom").getByRole("button", { name: "雾中人" }).click();
  await expect(stage(kou).locator(".formula")).toBeVisible();
  await kou.page.mouse.wheel(0, -2000);
  await picture(kou, "timeline-neg-phone");

  // The card, with a number that says where it comes from.
  const open = await openCard(lan, "岳澜");
  await open.getByRole("button", { name: /^敏捷 .*怎么来的？/ }).click();
  await expect(lan.page.getByRole("dialog")).toContainText("负重");
  await picture(lan, "timeline-card-wide");
  await lan.page.keyboard.press("Escape");
  await lan.button("关闭").click();
  await kou.turnTo("角色");
  await card(kou, "白蔻")
    .getByRole("button", { name: /^敏捷 .*怎么来的？/ })
    .click();
  await expect(kou.page.getByRole("dialog")).toContainText("敏捷占比");
  await picture(kou, "timeline-card-phone");
  await kou.page.keyboard.press("Escape");

  // A fight: four, and then six.
  await host.button("检定", stage(host)).click();
  await host.button("开战", stage(host)).click();
  await stage(host).getByLabel("这场叫什么（可不填）").fill("甲板，雾里");
  await host.button("开战", stage(host)).click();
  await lan.say(".bat 力量 60 @雾中人 刺雾中人");
  await kou.say(".bat 敏捷 70 招架 @白蔻");
  await declare(host, "攻击", "白蔻", "60", /^力量/);
  await declare(host, "攻击", "岳澜", "90", /^力量/);
  await strip(host).getByRole("button", { name: "流动" }).click();
  await expect(row(lan, "雾中人").locator(".change")).toBeVisible();
  await kou.turnTo("现场");
  await expect(row(kou, "雾中人").locator(".change")).toBeVisible();
  await picture(lan, "table-timeline-wide");
  await picture(kou, "table-timeline-phone");
  await pictureAt(lan, "middle", "table-timeline-middle");
  await pictureIn(lan, "table-timeline-wide");
  await host.say(setup("周把头", 10, 420, [34, 26, 40], [34, 33, 33]));
  await host.say(setup("何阿水", 9, 420, [34, 26, 40], [34, 33, 33]));
  await host.turnTo("现场");
  for (const name of ["周把头", "何阿水"]) {
    await host.button("这场战斗", stage(host)).click();
    await host.button(`${name} 加入战斗`).click();
  }
  await expect(row(kou, "何阿水")).toBeAttached();
  await kou.button("拉起或放下").press("ArrowDown");
  await picture(lan, "timeline-fight6-wide");
  await picture(kou, "timeline-fight6-phone");
});
