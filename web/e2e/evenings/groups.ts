/** The groups of the campaigns: one of each family, and how it plays. */
import { expect } from "@playwright/test";
import * as fate from "../fate";
import * as mist from "../mist";
import * as timeline from "../timeline";
import type { Person } from "../people";
import type { Group } from "./campaign";

const DEEDS = ["贴着墙根绕到它背后", "念出名单上的名字", "推开最后一扇门", "跟着沙上的脚印"];

export const MIST: Group = {
  name: "mist",
  ruleset: /奇谈/,
  thing: "鸦群",
  async sit(invite, { host, yan, chao }) {
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await yan.sitDown(invite, "小周");
    await chao.sitDown(invite, "阿澈");
    for (const [player, name] of [
      [yan, "沈砚"],
      [chao, "陆潮"],
    ] as const) {
      await player.button(`取用范例 ${name}`, mist.stage(player)).click();
      await expect(player.button(/^取用范例 /, mist.stage(player))).toHaveCount(0);
    }
    await host.say(".auto on");
  },
  async play({ host, yan, chao }, evening) {
    for (const player of [yan, chao]) {
      await player.turnTo("现场");
      await mist.begin(player, DEEDS[evening - 1]!);
      await mist.chips(player).first().click();
      // Of one roll each evening every other fall is taken back by the host and made again.
      const wanted = player === yan ? ["full"] : ["full", "mixed", "failure"];
      const tone = await mist.rollTo(host, player, wanted);
      if (tone !== "failure") await player.say(".done");
      if (tone !== "full") await host.say(".pass");
      await mist.clear(host);
    }
    if (evening < 3) await host.say(".mark improve 档案员 @沈砚: 这一夜没有白过");
  },
};

export const FATE: Group = {
  name: "fate",
  ruleset: /^命运浓缩版/,
  thing: "钟楼守护者",
  async sit(invite, { host, yan, chao }) {
    await fate.takeSeats(invite, host, yan, chao);
    await chao.say(".pc take 阿岚: 陆潮");
  },
  async play({ host, yan }, evening) {
    await yan.turnTo("现场");
    await yan.button("行动", fate.strip(yan)).click();
    await fate.fill(fate.work(yan), { 怎么做: DEEDS[evening - 1]! });
    await yan.button("就这样", fate.strip(yan)).click();
    await fate.work(host).getByLabel("难度", { exact: true }).fill("2");
    await host.button("就这样", fate.strip(host)).click();
    await fate.rollForTone(host, yan, ["full", "style"]);
    await yan.say(".stand");
    await fate.settle(host);
    // Its card is headed by the player's own words, and by nothing else.
    await expect(yan.story.getByText(DEEDS[evening - 1]!, { exact: true }).last()).toBeVisible();
    const hero = (await yan.page.locator(".mine h2").innerText()).trim();
    await host.say(`.milestone @${hero} 小`);
    await yan.say(".grow done");
  },
};

export const TIMELINE: Group = {
  name: "timeline",
  ruleset: timeline.TIMELINE,
  thing: "飞刀客",
  async sit(invite, { host, yan, chao }) {
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await yan.sitDown(invite, "小周");
    await chao.sitDown(invite, "阿澈");
    await timeline.make(yan, "岳澜");
    await timeline.make(chao, "白蔻");
  },
  async play({ host, yan, chao }, evening) {
    await host.turnTo("现场");
    // The clock that came with the scene stands on every stage.
    const clock = (person: Person) => person.page.getByRole("article", { name: "退潮" }).last();
    await host.button(/^往前：退潮/, clock(host)).click();
    await yan.turnTo("现场");
    await expect(clock(yan)).toContainText("1 / 4");
    const level = timeline.stage(host).getByRole("spinbutton", { name: "对象等级" });
    await level.fill("10");
    await timeline.stage(host).getByRole("spinbutton", { name: "难度" }).fill("10");
    await host.button("全桌都用", timeline.stage(host)).click();
    const stage = timeline.stage(yan);
    if (evening === 1) {
      await stage.getByRole("button", { name: /^力量/ }).click();
      await timeline.strip(yan).getByRole("button", { name: "掷骰" }).click();
      await expect(stage.getByRole("img", { name: /掷出 \d+/ })).toBeVisible();
    } else await yan.say(".ex 力量");
    await chao.say(".ex 敏捷");
    await expect(chao.story).toContainText(/白蔻检定.*敏捷/);
    // The last is taken back, and done again as it was.
    await host.page.getByRole("button", { name: "撤销" }).click();
    await expect(yan.story).toContainText("撤销了");
    await host.page.getByRole("button", { name: "重做" }).click();
    await expect(yan.story).toContainText("重做了");
  },
};
