/** Fate, end to end, in three browsers at once: a host, a player, a player on a phone. */
import { expect, test } from "@playwright/test";
import { beginCharacter, fillDock, rollForTone, takeSeats } from "./fate";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

/** The chances in the tray: four outcomes. */
const chances = (person: Person) => person.tray.locator(".odds .outcome b").allTextContents();

test("a host and two players play Fate", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);

  await test.step("f50 one takes an example, one writes a character with the rules at hand", async () => {
    const invite = await host.openTable(server.url, /^命运浓缩版/, "雾港", "林");
    await takeSeats(invite, host, yan, chao);
    const form = await beginCharacter(chao, "陆潮");
    const best = form.getByLabel("+4 · 1");
    const skill = await best.inputValue();
    // A gap in the pyramid is told at once, and so is that it is closed again.
    await best.selectOption("");
    await expect(form.getByRole("alert")).toContainText("金字塔");
    await expectAccessible(chao.page);
    await best.selectOption(skill);
    await expect(form.getByRole("alert")).toHaveCount(0);
    await expectNoSidewaysScroll(chao);
    await chao.button("就这样", form).click();
    await expect(chao.sheet.getByRole("heading", { name: "陆潮", exact: true })).toBeVisible();
  });
  const hero = (await yan.sheet.getByRole("heading", { level: 2 }).first().innerText()).trim();

  await test.step("f10 the host sets a scene: aspects, one of them hidden, zones, someone in the way", async () => {
    await host.take(host.scene, /^开始场景/, { 标题: "旧码头", 描述: "潮水退到桩脚。" });
    const stage = await host.openMenu(host.scene, "布景");
    await host.take(stage, /^写形象/, { 形象: "浓雾" });
    await host.take(stage, /^写形象/, { 形象: "地板下有人", 只有主持人看见: true });
    await fillDock(host, stage);
    await expect(host.challenge("码头打手")).toBeVisible();
    await chao.turnTo("现场");
    for (const player of [yan, chao]) {
      await expect(player.scene.getByText("浓雾")).toBeVisible();
      await expect(player.challenge("码头打手")).toContainText("拳头比脑子快");
      await expect(player.page.getByText("地板下有人")).toHaveCount(0);
      // The host's numbers are the host's.
      await expect(player.challenge("码头打手").getByRole("meter")).toHaveCount(0);
    }
    await expect(host.challenge("码头打手").getByRole("meter").first()).toBeVisible();
    await expectAccessible(chao.page);
    await expectNoSidewaysScroll(chao);
  });

  await test.step("f02 an action: skill, opposition by the host, exact odds before the dice", async () => {
    await yan.button("克服", yan.sheet).click();
    const form = yan.sheet.locator("form.offer");
    await form.getByLabel("怎么做").fill("撬开仓库的门");
    await yan.button("就这样", form).click();
    // The host is the one who waits to be asked.
    const difficulty = host.tray.locator("form.offer").first();
    await expect(host.tray.locator(".odds .outcome")).toHaveCount(4);
    const unasked = await chances(host);
    await difficulty.getByLabel("难度", { exact: true }).fill("3");
    await expect.poll(() => chances(host)).not.toEqual(unasked);
    const foreseen = await chances(host);
    await host.button("就这样", difficulty).click();
    await expect.poll(() => chances(yan)).toEqual(foreseen);
    await chao.raiseTray();
    await expect.poll(() => chances(chao)).toEqual(foreseen);
    await yan.tray.locator(".legend").first().click();
    await expect.poll(async () => (await chances(yan)).join(" ")).toMatch(/^(\d+\/81 ?)+$/);
    for (const person of [host, yan, chao]) await expectAccessible(person.page);
    await expectNoSidewaysScroll(chao);
  });

  await test.step("f11 after the dice: +2 or reroll, each with its odds; then the choice", async () => {
    await rollForTone(host, yan, ["failure", "mixed"]);
    const shifts = async () =>
      Number((await yan.tray.locator("p.outcome b").innerText()).replace("−", "-"));
    const before = await shifts();
    await expect(yan.tray.locator(".use").first()).toBeVisible();
    await expectAccessible(yan.page);
    await yan
      .button(/花 1 点援引.*\+2$/, yan.tray)
      .first()
      .click();
    await expect.poll(shifts).toBe(before + 2);
    await yan.tray.getByRole("button", { name: "怎么来的？" }).first().click();
    await expect(yan.tray.locator("dl").first()).toContainText("F-11");
    // The rule's id leads to its paragraph.
    await yan.button("看规则 F-11", yan.tray).first().click();
    await expect(yan.page.getByRole("dialog")).toContainText("免费援引");
    await expectAccessible(yan.page);
    await yan.page.keyboard.press("Escape");
    await yan.button("接受结果", yan.tray).click();
    await expect(async () => {
      const choice = yan.tray.locator(".actions button").first();
      if (await choice.isVisible()) {
        await choice.click();
        const cost = yan.tray.locator("form.offer");
        if (await cost.isVisible()) {
          await cost.getByLabel("代价").fill("手划破了");
          await yan.button("就这样", cost).click();
        }
      }
      await expect(yan.tray).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });

  await test.step("f14 a compel is offered, taken and paid", async () => {
    const points = async () =>
      Number(await yan.sheet.locator(".money .points b").first().innerText());
    const before = await points();
    await host.sheet.getByRole("button", { name: hero, exact: true }).click();
    const menu = await host.openMenu(host.sheet.getByRole("article", { name: hero }), "更多操作");
    await host.take(menu, "强迫 …", { 麻烦: "灯全灭了" });
    await expect(yan.tray).toContainText("灯全灭了");
    await expectAccessible(yan.page);
    await yan.button("接受强迫", yan.tray).click();
    await expect.poll(points).toBe(before + 1);
  });

  await test.step("f42 a conflict: turns, an attack, a defence; f31 a hit absorbed with a consequence", async () => {
    const stakes = await host.openMenu(host.scene, "挑战、竞争与冲突");
    await host.take(stakes, /^开始冲突/);
    await host.button(`轮到 ${hero}`, host.scene).click();
    await yan.button("攻击", yan.sheet).click();
    const attack = yan.sheet.locator("form.offer");
    await attack.getByText("码头打手").click();
    await attack.getByText("生理").click();
    await yan.button("就这样", attack).click();
    const defence = host.tray.locator("form.offer").first();
    await expect(defence).toBeVisible();
    await host.button("就这样", defence).click();
    await expect(yan.button(/^掷骰/, yan.tray)).toBeVisible();
    await expectAccessible(host.page);
    await rollForTone(host, yan, ["full", "style"]);
    await yan.button("接受结果", yan.tray).click();
    await host.button("接受结果", host.tray).click();
    const all = yan.button("保留全部档次", yan.tray);
    await expect(async () => {
      if (await all.isVisible()) await all.click();
      await expect(host.tray).toContainText("受创", { timeout: 1_000 });
    }).toPass();
    await host.button("退出战斗", host.tray).click();
    await expect(host.challenge("码头打手")).toContainText("已退出");

    await host.sheet.getByRole("button", { name: "陆潮", exact: true }).click();
    const sheet = host.sheet.getByRole("article", { name: "陆潮" });
    const menu = await host.openMenu(sheet, "更多操作");
    await host.take(menu, /^承受生理/, { 几点: 4 });
    await chao.raiseTray();
    await expect(chao.tray).toContainText("陆潮受到 4 点");
    await expectAccessible(chao.page);
    await expectNoSidewaysScroll(chao);
    // Every legal way is a button; one with a consequence asks for its name.
    await chao.tray.locator(".ways button", { hasText: "轻微" }).first().click();
    await chao.tray.getByLabel("后果的名字").first().fill("崴了脚");
    await chao.button("就这样", chao.tray).click();
    await expect(chao.tray).toHaveCount(0);
    await chao.turnTo("角色");
    await expect(chao.sheet.getByText("崴了脚").first()).toBeVisible();
  });

  await test.step("f32 conceding pays later: the points on the way stand apart", async () => {
    await chao.turnTo("角色");
    await chao.take(chao.sheet, "认输", { 怎么退场: "跳进海里" });
    await expect(chao.sheet.locator(".later").first()).toContainText("待领 2");
    await host.button("结束冲突", host.scene).click();
    await expect(chao.sheet.locator(".later")).toHaveCount(0);
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
    await expect(host.scene.getByText("冲突 · 第 1 轮")).toBeVisible();
    await server.kill();
    await expect(yan.page.getByText("连接断了")).toBeVisible();
    await server.up();
    await expect(yan.page.getByText("连接断了")).toHaveCount(0, { timeout: 20_000 });
    await expect(yan.scene.getByText("冲突 · 第 1 轮")).toBeVisible();
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
    for (const player of [yan, chao]) {
      await expect(player.scene.getByText("地板下有人")).toBeVisible();
    }
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
    await expect(yan.page.getByRole("region", { name: "Scene", exact: true })).not.toContainText(
      /[a-z]+-[a-z]+-/,
    );
    await yan.chooseLanguage("Language", "zh-Hant");
    await expect(yan.page.getByLabel("說話或輸入指令")).toBeVisible();
    await expectAccessible(yan.page);
  });
});
