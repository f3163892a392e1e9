/** Fate with a real scene on it: every state of the mock-ups, under the same names. */
import { expect, test } from "@playwright/test";
import {
  act,
  area,
  card,
  fill,
  makeCharacter,
  rollForTone,
  settle,
  shelf,
  strip,
  takeSeats,
  token,
  work,
} from "./fate";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { picture, pictureAt, pictureIn } from "./pictures";
import { Server } from "./server";

test("pictures of fate-condensed", async ({ browser }) => {
  const phone: Screen = { ...PHONE, theme: "light" };
  const server = await Server.start();
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, phone);
  const invite = await host.openTable(server.url, /^命运浓缩版/, "雾港的最后一班船", "林");
  await takeSeats(invite, host, yan, chao);
  await makeCharacter(chao);
  const slot = chao.page.getByRole("group", { name: /^\+2/ }).getByRole("button").last();
  const skill = (await slot.innerText()).trim();
  await slot.click();
  await chao.button("下一步").click();
  await expect(chao.page.getByRole("alert")).toContainText("还差 1 个");
  await picture(chao, "maker-fate-phone");
  await chao.page.setViewportSize({ width: WIDE.width, height: WIDE.height });
  await picture(chao, "maker-fate-wide");
  await chao.page.setViewportSize({ width: phone.width, height: phone.height });
  await chao.button(skill).click();
  await slot.click();
  await chao.button("下一步").click();
  await chao.button("下一步").click();
  await chao.page.getByLabel("名字", { exact: true }).fill("陆潮");
  await chao.button("就这样").click();
  await chao.turnTo("现场");

  await act(host, host.button("开始场景", strip(host)), "开始场景", { 标题: "旧码头，起雾" });
  const stage = host.button("布景", shelf(host));
  for (const zone of ["栈桥", "仓库", "浅水", "二楼走廊"])
    await act(host, stage, "加区域", { 区域: zone });
  for (const [aspect, zone] of [
    ["湿滑的木板", "栈桥"],
    ["断了一截的护栏", "栈桥"],
    ["伸手不见五指的浓雾", "仓库"],
    ["堆到屋顶的货箱", "仓库"],
    ["齐膝的冷水", "浅水"],
    ["会响的铁梯", "二楼走廊"],
  ] as const) {
    await act(host, stage, "写形象", { 形象: aspect, 在哪里: zone });
  }
  await act(host, card(host, "湿滑的木板"), "给免费援引", { 谁: "阿岚" });
  await act(host, host.button(/^改栈桥/), "与仓库之间设阻", { 难度: 2 });
  await host.button("请谁上台", shelf(host)).click();
  for (const line of [
    "码头打手 4人 良好 格斗, 挑衅",
    "雾中人 主要 格斗 4: 没有脸",
    "周把头 配角 格斗 3: 欠九爷的人情",
  ]) {
    await host.page.getByLabel("一行写一个配角").fill(line);
    await host.button("请上来").click();
    await expect(host.page.getByLabel("一行写一个配角")).toHaveValue("");
  }
  await host.page.getByLabel("一行写一个配角").fill("码头打手 4人 良好 格斗, 挑衅");
  await expect(host.page.getByRole("article", { name: "会是谁" })).toContainText("码头打手 2");
  await picture(host, "fate-npc-wide");
  await pictureAt(host, "phone", "fate-npc-phone");
  await host.button("关闭").click();
  await act(host, token(host, "码头打手"), "移动", { 区域: "栈桥" });
  await act(host, token(host, "雾中人"), "移动", { 区域: "仓库" });
  await act(host, token(host, "周把头"), "移动", { 区域: "二楼走廊" });
  await yan.button("移到这里", area(yan, "栈桥")).click();
  await chao.button("移到这里", area(chao, "仓库")).click();
  await host.page.getByLabel("怎么说").selectOption({ label: "旁白" });
  await host.say("汽笛响了第二遍。雾里有人踩断了一块木板。");
  await yan.page.getByLabel("怎么说").selectOption({ label: "角色说" });
  await yan.say("我数到三，你往左，我往右。");
  await act(host, host.button("挑战、竞争与冲突", shelf(host)), "开始冲突", {});
  await host.button("下一个轮到阿岚").click();
  await expect(strip(yan)).toContainText("轮到你");
  await picture(yan, "table-fate-turn-wide");
  await pictureAt(yan, "phone", "table-fate-turn-phone");
  await pictureAt(yan, "middle", "table-fate-turn-middle");
  await pictureIn(yan, "table-fate-turn-wide");
  for (const line of [
    ".npc 金九爷 主要 格斗 4: 码头是他的",
    ".npc 打手 x2 尚可 格斗",
    ".npc 影子 3人 一般 格斗",
    ".npc 许愿 配角 交际 3: 两边都认识",
    ".conflict join @金九爷 浅水",
    ".conflict join @打手 浅水",
    ".conflict join @打手 2 栈桥",
    ".conflict join @影子 仓库",
    ".conflict join @许愿 仓库",
    ".stress set @码头打手 3",
    ".stress @打手 2 5",
    ".take @打手 2 out",
  ]) {
    await host.say(line);
    await expect(host.page.getByLabel("说话或输入指令")).toHaveValue("");
  }
  await expect(token(yan, "打手 2")).toBeVisible();
  await picture(yan, "fate-many-wide");
  await picture(chao, "fate-many-phone");

  await act(yan, token(yan, "雾中人"), "攻击");
  await fill(work(yan), { 怎么做: "贴身抢他的铁钩" });
  await yan.button("就这样", strip(yan)).click();
  await expect(work(host).getByRole("group", { name: "行动" })).toContainText("防御");
  await host.button("就这样", strip(host)).click();
  // The event as it lies there; then again until there is something to invoke for.
  for (const person of [yan, chao]) await person.keepRolls();
  await yan.button(/^掷骰/, strip(yan)).click();
  await expect(chao.page.locator(".event")).toBeVisible();
  await expect(yan.page.locator(".event")).toBeVisible();
  await picture(yan, "fate-roll-wide");
  await picture(chao, "fate-roll-phone");
  for (const person of [host, yan, chao]) await settle(person);
  await host.page.getByRole("button", { name: "撤销" }).click();
  await rollForTone(host, yan, ["failure", "mixed"]);
  await settle(chao);
  await picture(yan, "table-fate-invoke-wide");
  await pictureAt(yan, "phone", "table-fate-invoke-phone");
  await yan.button("就这样", strip(yan)).click();
  await host.button("就这样", strip(host)).click();

  await act(host, token(host, "阿岚"), "承受生理压力", { 几点: 4 });
  await yan.button(/轻微/, work(yan)).click();
  await yan.button(/^第 1 格/, work(yan)).click();
  await picture(yan, "table-fate-hit-wide");
  await yan.page.setViewportSize({ width: phone.width, height: phone.height });
  await expect(yan.button(/轻微/, work(yan))).toBeVisible();
  await picture(yan, "table-fate-hit-phone");
  await yan.page.setViewportSize({ width: WIDE.width, height: WIDE.height });
  await yan.button(/^第 2 格/, work(yan)).click();
  await work(yan)
    .getByLabel(/后果的名字/)
    .fill("肋下被钩开一道口子");
  await yan.button("承受", strip(yan)).click();

  await act(host, token(host, "阿岚"), "强迫", {
    形象: "“黑暗也在看我”",
    麻烦: "雾里那个声音叫了你的真名。你会不由自主地停下，回头看它，让打手先跑上楼去。",
  });
  await expect(yan.page.locator(".over")).toContainText("真名");
  await picture(yan, "table-fate-compel-wide");
  await pictureAt(yan, "phone", "table-fate-compel-phone");
  await yan.button(/就这样/, yan.page.locator(".over")).click();

  await act(host, host.button("挑战、竞争与冲突", shelf(host)), "结束冲突");
  await act(host, token(host, "阿岚"), "给里程碑", { 种类: "小里程碑" });
  await yan.button("选成长", strip(yan)).click();
  await yan.button(/^对调/).click();
  const change = yan.page.locator("form.change");
  await change.locator(".rung").nth(0).getByRole("button").first().click();
  await change.locator(".rung").nth(1).getByRole("button").first().click();
  await picture(yan, "fate-milestone-wide");
  await pictureAt(yan, "phone", "fate-milestone-phone");
  await yan.button("留到下次").click();
  await server.remove();
});
