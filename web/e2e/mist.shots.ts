/** The mist rulesets with a real scene on them. */
import { expect, test } from "@playwright/test";
import { Person, PHONE, rollUntil, WIDE, type Screen } from "./people";
import { picture } from "./pictures";
import { Server } from "./server";

const phone: Screen = { ...PHONE, theme: "light" };

test("the pages before a table", async ({ browser }) => {
  const server = await Server.start();
  const host = await Person.arrive(browser, WIDE);
  const guest = await Person.arrive(browser, phone);
  await host.page.goto(server.url);
  await expect(host.page.getByRole("radio").first()).toBeAttached();
  await picture(host, "start-wide");
  await guest.page.goto(server.url);
  await expect(guest.page.getByRole("radio").first()).toBeAttached();
  await picture(guest, "start-phone");
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await picture(host, "invite-wide", ["light"]);
  await guest.page.goto(invite);
  await expect(guest.page.getByLabel("大家怎么称呼你")).toBeVisible();
  await picture(guest, "join-phone", ["light"]);
  await guest.sitDown(invite, "阿澈");
  await guest.turnTo("角色");
  await picture(guest, "examples-phone", ["light"]);
  await server.remove();
});

for (const [pack, title] of [
  ["mist-2d6", /奇谈/],
  ["mist-bureau", /迷雾部/],
  ["mist-city", /迷雾之城/],
] as const) {
  test(`pictures of ${pack}`, async ({ browser }) => {
    const server = await Server.start();
    const host = await Person.arrive(browser, WIDE);
    const yan = await Person.arrive(browser, WIDE);
    const chao = await Person.arrive(browser, phone);
    const invite = await host.openTable(server.url, title, "雨夜的旧码头", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await yan.sitDown(invite, "小周");
    await chao.sitDown(invite, "阿澈");
    for (const [player, which] of [
      [yan, 0],
      [chao, 1],
    ] as const) {
      await player.turnTo("角色");
      await player
        .button(/^取用范例 /)
        .nth(which)
        .click();
      await expect(player.sheet.getByRole("article").first()).toBeVisible();
    }
    await host.take(host.scene, /^开始场景/, {
      标题: "雨夜的旧码头",
      描述: "潮水退到桩脚，雾从仓库的门缝里渗出来。",
    });
    await host.take(await host.more(host.scene, "布景"), /^添加挑战/, {
      名字: "看守仓库的无面人",
      描述: "没有脸，却在听。",
      状态: "击退",
      等级: 4,
    });
    const card = host.challenge("看守仓库的无面人");
    const onCard = () => host.more(card, "看守仓库的无面人");
    await host.take(await onCard(), /^给予标签/, { 名字: "锈死的锁" });
    await host.take(await onCard(), /加极限/, { 状态: "被认出", 等级: 3, 只有主持人看见: true });
    await host.take(await onCard(), /加威胁/, { 内容: "把人拖进雾里" });
    await host.page.getByLabel("怎么说").selectOption({ label: "旁白" });
    await host.say("雨停的时候，码头上的灯一盏一盏地灭了。仓库里有什么东西，正轻轻地数着门板。");
    await yan.page.getByLabel("怎么说").selectOption({ label: "角色说" });
    await yan.say("别出声。它在听。");
    await chao.say("我能不能先绕到后门看看？");
    await yan.take(yan.sheet, /行动/, { 描述: "贴着墙根绕到它背后" });
    for (const count of [1, 2, 3]) {
      await yan.tray.locator(".chip button.help").first().click();
      await expect(yan.tray.locator(".line")).toHaveCount(count);
    }
    await chao.raiseTray();
    await picture(host, `${pack}-review-wide`);
    await picture(chao, `${pack}-review-phone`);
    await host.button("全部计入", host.tray).click();
    await expect(yan.button(/^掷骰/, yan.tray)).toBeVisible();
    await rollUntil(host, yan, ["mixed"]);
    await picture(yan, `${pack}-effects-wide`, ["light"]);
    await chao.turnTo("角色");
    await picture(chao, `${pack}-sheet-phone`, ["light"]);
    if (pack === "mist-2d6") {
      await chao.turnTo("现场");
      await picture(chao, `${pack}-scene-phone`, ["dark"]);
      await host.button("主持台").click();
      await picture(host, "desk-wide", ["light"]);
    }
    await server.remove();
  });
}
