/** Fate, end to end, in three browsers at once: a host, a player, a player on a phone. */
import { expect, test } from "@playwright/test";
import {
  act,
  area,
  card,
  choose,
  fill,
  fillDock,
  makeCharacter,
  menu,
  rollForTone,
  settle,
  shelf,
  strip,
  takeSeats,
  token,
  work,
} from "./fate";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

/** The chances in the strip: four outcomes. */
const chances = (person: Person) => strip(person).locator(".odds li b").allTextContents();

test("a host and two players play Fate", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const all = [host, yan, chao];
  const settled = async () => {
    for (const person of all) await settle(person);
  };

  await test.step("f50 one takes an example, one makes a character with errors at the field", async () => {
    const invite = await host.openTable(server.url, /^命运浓缩版/, "雾港", "林");
    await takeSeats(invite, host, yan, chao);
    await makeCharacter(chao);
    // A gap in the pyramid is told at once, and so is that it is closed again.
    const top = chao.page.getByRole("group", { name: /^\+4/ }).getByRole("button");
    const skill = (await top.innerText()).trim();
    await top.click();
    await chao.button("下一步").click();
    await expect(chao.page.getByRole("alert")).toContainText("还差 1 个");
    await expectAccessible(chao.page);
    await chao.button(skill).click();
    await top.click();
    await expect(chao.page.getByRole("alert")).toHaveCount(0);
    await expectNoSidewaysScroll(chao);
    await chao.button("下一步").click();
    await expectAccessible(chao.page);
    await chao.button("下一步").click();
    await chao.page.getByLabel("名字", { exact: true }).fill("陆潮");
    await chao.button("就这样").click();
    await expect(chao.sheet.getByRole("heading", { name: "陆潮", exact: true })).toBeVisible();
  });
  const hero = (await yan.page.locator(".mine h2").innerText()).trim();

  await test.step("f10 the host sets a scene: aspects, one of them hidden, zones, someone in the way", async () => {
    await expectAccessible(host.page);
    await act(host, host.button("开始场景", strip(host)), "开始场景", {
      标题: "旧码头",
      描述: "潮水退到桩脚。",
    });
    await fillDock(host);
    await act(host, host.button("布景", shelf(host)), "写形象", {
      形象: "地板下有人",
      只有主持人看见: true,
    });
    await chao.turnTo("现场");
    for (const player of [yan, chao]) {
      await expect(card(player, "浓雾")).toBeVisible();
      await expect(player.page.getByText("地板下有人")).toHaveCount(0);
      // The host's numbers are the host's.
      await expect(
        player.page.locator('[data-person="码头打手"]').getByRole("img", { name: /生理压力/ }),
      ).toHaveCount(0);
      await token(player, "码头打手").click();
      await expect(menu(player)).toContainText("拳头比脑子快");
      await expectAccessible(player.page);
      await player.page.keyboard.press("Escape");
    }
    await expect(
      host.page.locator('[data-person="码头打手"]').getByRole("img", { name: /生理压力/ }),
    ).toBeVisible();
    for (const person of all) await expectAccessible(person.page);
    await expectNoSidewaysScroll(chao);
  });

  await test.step("f43 a token is pressed to a place, and dragged to another", async () => {
    await yan.button("移到这里", area(yan, "栈桥")).click();
    await expect(area(chao, "栈桥").locator(`[data-person="${hero}"]`)).toBeVisible();
    await expect(area(yan, "栈桥").locator(`[data-person="${hero}"]`)).toBeVisible();
    await token(yan, hero).scrollIntoViewIfNeeded();
    const from = (await token(yan, hero).boundingBox())!;
    const to = (await area(yan, "仓库").boundingBox())!;
    await yan.page.mouse.move(from.x + 20, from.y + 20);
    await yan.page.mouse.down();
    await yan.page.mouse.move(to.x + 150, to.y + 90, { steps: 6 });
    await yan.page.mouse.up();
    await expect(area(chao, "仓库").locator(`[data-person="${hero}"]`)).toBeVisible();
  });

  await test.step("f02 an action: skill, opposition by the host, exact odds before the dice", async () => {
    await yan.button("行动", strip(yan)).click();
    await fill(work(yan), { 怎么做: "撬开仓库的门" });
    await expectAccessible(yan.page);
    await yan.button("就这样", strip(yan)).click();
    // The host is the one who waits to be asked.
    await expect(strip(host).locator(".odds li")).toHaveCount(4);
    const unasked = await chances(host);
    await work(host).getByLabel("难度", { exact: true }).fill("3");
    await expect.poll(() => chances(host)).not.toEqual(unasked);
    const foreseen = await chances(host);
    await expectAccessible(host.page);
    await host.button("就这样", strip(host)).click();
    await expect.poll(() => chances(yan)).toEqual(foreseen);
    await expect.poll(() => chances(chao)).toEqual(foreseen);
    for (const person of [yan, chao]) await expectAccessible(person.page);
    await expectNoSidewaysScroll(chao);
  });

  await test.step("f11 after the dice: +2 or reroll, each with its odds; then the choice", async () => {
    await rollForTone(host, yan, ["failure", "mixed"]);
    await settled();
    const shifts = async () =>
      Number(
        (await strip(yan).locator(".outcome").innerText()).match(/[+−]\d+/)![0].replace("−", "-"),
      );
    const before = await shifts();
    await expect(strip(yan)).toContainText("重掷：");
    await expectAccessible(yan.page);
    await yan.page.locator(".hand-of-fate .ic.lit").first().click();
    await expect.poll(shifts).toBe(before + 2);
    await yan.button("细看", strip(yan)).click();
    await work(yan)
      .getByRole("button", { name: /怎么来的？/ })
      .first()
      .click();
    await expect(work(yan).locator("dl").first()).toContainText("F-11");
    // The rule's id leads to its paragraph.
    await yan.button("看规则 F-11", work(yan)).first().click();
    await expect(yan.page.getByRole("dialog")).toContainText("免费援引");
    await expectAccessible(yan.page);
    await yan.page.keyboard.press("Escape");
    await yan.button("关闭", strip(yan)).click();
    await yan.button("就这样", strip(yan)).click();
    await expect(async () => {
      const choice = work(yan).locator(".ways button").first();
      if (await choice.isVisible()) {
        await choice.click();
        const cost = work(yan).getByLabel("代价");
        if (await cost.isVisible()) {
          await cost.fill("手划破了");
          await yan.button("就这样", work(yan)).click();
        }
      }
      await expect(yan.button("行动", strip(yan))).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  await test.step("f14 a compel lies over the stage with both prices, is taken and paid", async () => {
    const points = async () => Number(await yan.page.locator(".mine .points b").innerText());
    const before = await points();
    await act(host, token(host, hero), "强迫", { 麻烦: "灯全灭了" });
    const deal = yan.page.locator(".over");
    await expect(deal).toContainText("灯全灭了");
    await expect(yan.button(/不，忍住了/, deal)).toBeDisabled();
    await deal.getByLabel("为什么没有发生").fill("灯是我关的");
    await expect(yan.button(/不，忍住了/, deal)).toBeEnabled();
    await expectAccessible(yan.page);
    await yan.button(/就这样/, deal).click();
    await expect.poll(points).toBe(before + 1);
  });

  await test.step("f42 a conflict: turns, an attack, a defence; f31 a hit absorbed with a consequence", async () => {
    await act(host, host.button("挑战、竞争与冲突", shelf(host)), "开始冲突", {});
    await host.button(`下一个轮到${hero}`).click();
    await expect(strip(yan)).toContainText("轮到你");
    await act(yan, token(yan, "码头打手"), "攻击");
    await yan.button("就这样", strip(yan)).click();
    await expect(work(host).getByRole("group", { name: "行动" })).toContainText("防御");
    await expectAccessible(host.page);
    await host.button("就这样", strip(host)).click();
    await rollForTone(host, yan, ["full", "style"]);
    await settled();
    await yan.button("就这样", strip(yan)).click();
    await settle(host);
    await host.button("就这样", strip(host)).click();
    const keep = yan.button("保留全部档次", work(yan));
    await expect(async () => {
      if (await keep.isVisible()) await keep.click();
      await expect(strip(host)).toContainText("要承受", { timeout: 1_000 });
    }).toPass();
    await expectAccessible(host.page);
    await host.button("退出战斗", strip(host)).click();
    await expect(host.page.locator('[data-person="码头打手"]')).toContainText("已退出");

    await act(host, token(host, "陆潮"), "承受生理压力", { 几点: 4 });
    await expect(strip(chao)).toContainText("陆潮要承受 4 点");
    await expect(chao.button("还差 4", strip(chao))).toBeDisabled();
    const hit = work(chao);
    await chao.button(/轻微/, hit).click();
    await chao.button(/^第 2 格/, hit).click();
    await expect(chao.button("还差后果的名字", strip(chao))).toBeDisabled();
    await hit.getByLabel(/后果的名字/).fill("崴了脚");
    await expectAccessible(chao.page);
    await expectNoSidewaysScroll(chao);
    await chao.button("承受", strip(chao)).click();
    await chao.turnTo("角色");
    await expect(chao.page.getByText("崴了脚").first()).toBeVisible();
  });

  await test.step("f32 conceding pays later: the points on the way stand apart", async () => {
    await act(chao, chao.button("认输", strip(chao)), "认输", { 怎么退场: "跳进海里" });
    await expect(chao.page.locator(".later").first()).toBeVisible();
    await expect(chao.page.getByText("待领 2").first()).toBeVisible();
    await act(host, host.button("挑战、竞争与冲突", shelf(host)), "结束冲突");
    await expect(chao.page.locator(".later")).toHaveCount(0);
  });

  await test.step("f52 a milestone: two skills change places, pressed on the ladder", async () => {
    await act(host, token(host, hero), "给里程碑", { 种类: "小里程碑" });
    await yan.button("选成长", strip(yan)).click();
    await expectAccessible(yan.page);
    // What a breakthrough would allow is seen as well, and that it was not granted.
    const raise = yan.button(/^升一级/);
    await expect(raise).toHaveCount(0);
    await yan.button("大，突破").click();
    await expect(raise).toBeDisabled();
    await expect(yan.page.locator(".growth")).toContainText("要主持人给突破");
    await expectAccessible(yan.page);
    await yan.button("小，选一样").click();
    await expect(raise).toHaveCount(0);
    await yan.button(/^对调/).click();
    const change = yan.page.locator("form.change");
    await change.locator(".rung").nth(0).getByRole("button").first().click();
    await change.locator(".rung").nth(1).getByRole("button").first().click();
    await expect(change).toContainText("+4→+3");
    // It allowed one change, so that was all of it, and its page goes.
    await yan.button("就这样", change).click();
    await expect(change).toHaveCount(0);
    await expect(yan.button("选成长")).toHaveCount(0);
  });

  await test.step("b13 the host rewinds to a point from the desk, b11 a killed server resumes", async () => {
    await host.button("主持台").click();
    const dialog = host.page.getByRole("dialog");
    await host.button("回溯", dialog).click();
    await expectAccessible(host.page);
    await host
      .button(/^回到这里: .*冲突开始/, dialog)
      .first()
      .click();
    await host.page.keyboard.press("Escape");
    await expect(host.page.getByText("冲突 · 第 1 轮")).toBeVisible();
    await server.kill();
    await expect(yan.page.getByText("连接断了")).toBeVisible();
    await server.up();
    await expect(yan.page.getByText("连接断了")).toHaveCount(0, { timeout: 20_000 });
    await expect(yan.page.getByText("冲突 · 第 1 轮")).toBeVisible();
    await host.page.getByRole("button", { name: "撤销" }).click();
  });

  await test.step("b30 everything secret is on the desk; what is revealed is seen by all", async () => {
    await host.button("主持台").click();
    const dialog = host.page.getByRole("dialog");
    for (const page of ["等我", "找话", "聚会", "导出", "设置", "秘密"]) {
      await host.button(page, dialog).click();
      await expectAccessible(host.page);
    }
    await expect(dialog).toContainText("地板下有人");
    await host.button(/^揭示.*地板下有人/, dialog).click();
    await host.page.keyboard.press("Escape");
    await chao.turnTo("现场");
    for (const player of [yan, chao]) await expect(card(player, "地板下有人")).toBeVisible();
  });

  await test.step("c01 the box completes commands and names, by keyboard and by touch", async () => {
    const box = yan.page.getByLabel("说话或输入指令");
    await box.pressSequentially(".odd");
    const list = yan.page.getByRole("listbox");
    await expect(list.getByRole("option").first()).toContainText("odds");
    await expectAccessible(yan.page);
    await box.press("Tab");
    await expect(box).toHaveValue(".odds ");
    await box.fill("");
    await chao.turnTo("故事");
    const phone = chao.page.getByLabel("说话或输入指令");
    await phone.pressSequentially("@码头");
    await chao.page.getByRole("option", { name: "码头打手" }).click();
    await expect(phone).toHaveValue("@码头打手");
    await phone.fill("");
  });

  await test.step("b14 the rules are searched by word and id, on the phone's own page", async () => {
    await chao.turnTo("规则");
    await chao.page.getByPlaceholder("搜规则：词或编号").fill("推助");
    await expect(chao.page.locator(".book h3").first()).toContainText("F-13");
    await expectAccessible(chao.page);
    await expectNoSidewaysScroll(chao);
  });

  await test.step("b74 three languages", async () => {
    await yan.chooseLanguage("语言", "en");
    await expect(yan.page.getByRole("button", { name: "Take back", exact: true })).toBeVisible();
    await expect(yan.page.getByRole("main")).not.toContainText(/[a-z]+-[a-z]+-/);
    await yan.chooseLanguage("Language", "zh-Hant");
    await expect(yan.page.getByLabel("說話或輸入指令")).toBeVisible();
    await expectAccessible(yan.page);
  });
});

test("f55 options are chosen as the table is made, changed at it, and undone", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  await host.openTable(server.url, /^命运浓缩版/, "雾港", "林", async () => {
    await host.page.getByText("桌面选项", { exact: true }).click();
    const options = host.page.locator(".options").last();
    await fill(options, { 行动顺序: "按列出的顺序轮流" });
    await expectAccessible(host.page);
  });
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await expect(host.story).toContainText("桌面选项：按列出的顺序轮流。");
  const form = menu(host).locator("form.offer");
  const look = () => choose(host, host.button("这张桌子", shelf(host)), "桌面选项");
  const chosen = (name: string) => form.getByRole("radio", { name, exact: true });
  await look();
  await expect(chosen("按列出的顺序轮流")).toBeChecked();
  await expect(form.getByLabel("有人还能协助时先不掷骰")).not.toBeChecked();
  await chosen("玩家自己改卡").check({ force: true });
  await host.button("就这样", form).click();
  await expect(host.story).toContainText("桌面选项：玩家自己改卡。");
  await look();
  await expect(chosen("玩家自己改卡")).toBeChecked();
  await expect(form.getByLabel("有人还能协助时先不掷骰")).not.toBeChecked();
  await host.page.keyboard.press("Escape");
  await host.page.getByRole("button", { name: "撤销" }).click();
  await look();
  await expect(chosen("改卡要主持人点头")).toBeChecked();
  await expect(chosen("按列出的顺序轮流")).toBeChecked();
  await host.page.keyboard.press("Escape");
  // What was chosen before the first move is a record of its own, and is undone as one.
  await host.page.getByRole("button", { name: "撤销" }).click();
  await look();
  await expect(chosen("行动的人指定下一个")).toBeChecked();
});

test("f54 a typed line shows who it would be before they are made", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  await host.openTable(server.url, /^命运浓缩版/, "雾港", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await act(host, host.button("开始场景", strip(host)), "开始场景", { 标题: "旧码头" });
  await host.button("请谁上台", shelf(host)).click();
  const line = host.page.getByLabel("一行写一个配角");
  const seen = host.page.getByRole("article", { name: "会是谁" });
  await line.fill("码头打手 4人 良好 格斗, 挑衅");
  await expect(seen).toContainText("×4");
  await expect(seen).toContainText("良好路人 · 一群 4 个");
  await expect(seen).toContainText("格斗 +3（互助 +3）");
  await expect(host.page.locator(".kept li")).toHaveCount(0);
  await expectAccessible(host.page);
  await host.button("请上来").click();
  await expect(seen).toHaveCount(0);
  // One of the name is there now, so the next has a number.
  await line.fill("码头打手 配角 格斗: 欠九爷的人情");
  await expect(seen).toContainText("码头打手 2");
  await expect(seen).toContainText("配角");
  // Half a word is no mistake yet; when the field is left it is told, and nothing is lost.
  await line.fill("码头打手 良好 骂街");
  await expect(host.page.getByRole("alert")).toHaveCount(0);
  await line.blur();
  await expect(host.page.locator("form.quick")).toContainText("骂街");
  await expect(line).toHaveValue("码头打手 良好 骂街");
});
