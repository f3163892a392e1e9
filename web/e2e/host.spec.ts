/** A host's whole evening on a phone, by pressing alone: the players' own are elsewhere. */
import { expect, test, type Browser } from "@playwright/test";
import * as fate from "./fate";
import { expectAccessible, expectNoSidewaysScroll, expectStill } from "./looks";
import { backstage, begin, chips, clear, rollTo, setScene, stage, strip } from "./mist";
import { Person, PHONE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

/** Host and player on phones; the player has said at the door whom they play. */
async function sit(browser: Browser, ruleset: RegExp, who: RegExp): Promise<[Person, Person]> {
  const host = await Person.arrive(browser, PHONE);
  const player = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, ruleset, "周五晚上", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await strip(host).waitFor();
  await player.page.goto(invite);
  await player.page.getByLabel("大家怎么称呼你").fill("阿澈");
  await player.button(who).click();
  await expectAccessible(player.page);
  await player.button("入座").click();
  await strip(player).waitFor();
  return [host, player];
}

/** The end of the evening: from the menu to the desk, and the seeds of the dice made public. */
async function endSession(host: Person, player: Person): Promise<void> {
  await host.button("更多", host.page.getByRole("banner")).click();
  await host.button("主持台", host.page.getByRole("dialog")).click();
  const desk = host.page.getByRole("dialog");
  await host.button("聚会", desk).click();
  await host.button("结束聚会，公开种子", desk).click();
  await host.page.keyboard.press("Escape");
  await player.turnTo("故事");
  await expect(player.button("看这一场的回顾", player.story)).toBeVisible();
  for (const person of [host, player]) {
    await expectStill(person.page);
    await expectNoSidewaysScroll(person);
    await person.page.context().close();
  }
}

test("b08 a host's whole evening of mist on a phone, by pressing alone", async ({ browser }) => {
  const [host, yan] = await sit(browser, /奇谈/, /^沈砚/);
  await expect(yan.button("行动", strip(yan))).toBeVisible();
  await setScene(host, { 标题: "雨夜的旧码头" });
  await backstage(host, /^添加挑战/, { 名字: "无面人", 状态: "击退", 等级: 2 });

  // An action is reviewed, and comes at a price.
  await begin(yan, "贴着墙根绕过去");
  await chips(yan).first().click();
  await host.button("划掉", host.page.locator(".tray-place")).click();
  await host.button("认可", host.page.locator(".tray-place")).click();
  await rollTo(host, yan, ["mixed"]);
  await clear(host);
  await yan.button("到此为止", strip(yan)).click();
  await host.turnTo("现场");
  await host.button("给予状态", stage(host)).click();
  for (const [label, value] of [
    ["描述", "雾合上来"],
    ["状态", "迷失"],
  ] as const) {
    await stage(host).getByLabel(label, { exact: true }).fill(value);
  }
  await stage(host).getByRole("radio", { name: "2", exact: true }).check();
  await host.button("让它去", strip(host)).click();
  await yan.button("承受", strip(yan)).click();
  await yan.turnTo("角色");
  await expect(stage(yan).getByText("迷失-2").first()).toBeVisible();

  // The scene is over, and so is the evening.
  await backstage(host, /^结束场景/);
  await expect(host.button("搭场景", strip(host))).toBeVisible();
  await endSession(host, yan);
});

test("b08 a host's whole evening of Fate on a phone, by pressing alone", async ({ browser }) => {
  const [host, yan] = await sit(browser, /^命运浓缩版/, /^阿岚/);
  await expect(fate.strip(yan)).toContainText("台上是你的");
  await fate.act(host, host.button("开始场景", fate.strip(host)), "开始场景", { 标题: "旧码头" });
  await fate.fillDock(host);

  // A compel, then a fight: an attack is met, and whom it hits is taken out.
  await fate.act(host, fate.token(host, "阿岚"), "强迫", { 麻烦: "灯全灭了" });
  await yan.button(/就这样/, yan.page.locator(".over")).click();
  const stakes = () => host.button("挑战、竞争与冲突", fate.shelf(host));
  await fate.act(host, stakes(), "开始冲突", {});
  await host.button("下一个轮到阿岚").click();
  await expect(fate.strip(yan)).toContainText("轮到你");
  await fate.act(yan, fate.token(yan, "码头打手"), "攻击");
  await yan.button("就这样", fate.strip(yan)).click();
  await host.button("就这样", fate.strip(host)).click();
  await fate.rollForTone(host, yan, ["full"]);
  await yan.button("就这样", fate.strip(yan)).click();
  await fate.settle(host);
  await host.button("就这样", fate.strip(host)).click();
  await expect(fate.strip(host)).toContainText("要承受");
  await host.button("退出战斗", host.page.locator(".tray-place")).click();
  await fate.act(host, stakes(), "结束冲突");
  await endSession(host, yan);
});
