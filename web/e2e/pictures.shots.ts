/** `npm run screenshots`: the main pages with a real scene on them, for the README and for our eyes. */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { Server } from "./server";

const FOLDER = resolve(process.env.MISTLINE_SHOTS_TO ?? "../docs/screenshots");

async function picture(person: Person, name: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await person.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await person.page.mouse.move(0, 0);
    await person.page.waitForTimeout(150);
    await person.page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`) });
  }
}

test("pictures of a scene", async ({ browser }) => {
  await mkdir(FOLDER, { recursive: true });
  const server = await Server.start();
  const phone: Screen = { ...PHONE, theme: "light" };
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, phone);

  await host.page.goto(server.url);
  await expect(host.page.getByRole("radio").first()).toBeAttached();
  await picture(host, "start-wide");
  await chao.page.goto(server.url);
  await expect(chao.page.getByRole("radio").first()).toBeAttached();
  await picture(chao, "start-phone");

  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await picture(host, "invite-wide");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await expect(host.scene).toBeVisible();
  await picture(host, "empty-wide");
  await chao.page.goto(invite);
  await expect(chao.page.getByLabel("大家怎么称呼你")).toBeVisible();
  await picture(chao, "join-phone");
  await yan.sitDown(invite, "小周");
  await chao.sitDown(invite, "阿澈");
  await chao.turnTo("角色");
  await picture(chao, "examples-phone");
  await yan.takeExample("沈砚");
  await chao.takeExample("陆潮");

  await host.take(host.scene, /^开始场景/, {
    标题: "雨夜的旧码头",
    描述: "潮水退到桩脚，雾从仓库的门缝里渗出来。",
  });
  const stage = await host.openMenu(host.scene, "布景");
  await host.take(stage, /^添加挑战/, {
    名字: "看守仓库的无面人",
    描述: "没有脸，却在听。",
    状态: "击退",
    等级: 4,
  });
  await host.take(stage, /^给予故事标签/, { 对谁: "看守仓库的无面人", 名字: "锈死的锁" });
  const card = host.challenge("看守仓库的无面人");
  await host.openMenu(card, "更多操作");
  await host.take(card, /加极限/, { 状态: "被认出", 等级: 3, 只有主持人看见: true });
  await host.take(card, /加威胁/, { 内容: "把人拖进雾里" });
  await host.page.getByLabel("怎么说").selectOption({ label: "旁白" });
  await host.say(
    "雨停的时候，码头上的灯一盏一盏地灭了。仓库里有什么东西，正用指甲轻轻地数着门板。",
  );
  await yan.page.getByLabel("怎么说").selectOption({ label: "角色说" });
  await yan.say("别出声。它在听。");
  await chao.say("我能不能先绕到后门看看？");

  await yan.take(yan.sheet, /行动/, { 描述: "贴着墙根绕到它背后" });
  for (const count of [1, 2, 3]) {
    await yan.tray.locator(".chip button.help").first().click();
    await expect(yan.tray.locator(".line")).toHaveCount(count);
  }
  await chao.raiseTray();
  await picture(host, "review-wide");
  await picture(chao, "review-phone");
  await yan.tray.locator(".chip button.burn").first().hover();
  await yan.page.screenshot({ path: join(FOLDER, "odds-wide-light.png") });
  await host.button("全部计入", host.tray).click();
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await yan.roll()) === "mixed") break;
    await host.page.getByRole("button", { name: "撤销" }).click();
    await expect(yan.button(/^掷骰/, yan.tray)).toBeVisible();
  }
  await picture(yan, "effects-wide");
  await yan.take(yan.tray, /^增加状态/, { 对谁: "看守仓库的无面人", 名字: "击退", 等级: 2 });
  await picture(host, "consequence-wide");
  await host.take(host.tray, /^后果：给予状态/, { 描述: "雾裹住脚踝", 状态: "迷失", 等级: 3 });
  await expect(yan.tray).toContainText("雾裹住脚踝");
  await chao.turnTo("故事");
  await picture(chao, "story-phone");
  await chao.turnTo("现场");
  await picture(chao, "scene-phone");
  await chao.turnTo("角色");
  await picture(chao, "sheet-phone");
  await chao.turnTo("规则");
  await picture(chao, "rules-phone");
  await host.button("主持台").click();
  await picture(host, "desk-wide");
  await yan.take(yan.tray, /反应/, { 描述: "抓住栏杆" });
  await expect(yan.tray.locator(".chip").first()).toBeVisible();
  await yan.page.getByLabel("语言").selectOption("en");
  await picture(yan, "english-wide");
  await server.remove();
});
