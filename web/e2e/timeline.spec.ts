/** Time Line, end to end, in three browsers at once: cards, checks, and a fight on the timeline. */
import { resolve } from "node:path";
import { expect, test, type Locator } from "@playwright/test";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";

const server = Server.forFile("--packs", resolve("../examples/timeline"));

const TIMELINE = /^时间线\s*数据化/;

/** Starts from an example and makes it one's own. */
async function makeFrom(person: Person, example: string): Promise<void> {
  await person.turnTo("角色");
  await person.sheet.getByRole("button", { name: new RegExp(`^${example}`) }).click();
  await person.button("入场", person.sheet).click();
  await expect(person.sheet.getByRole("heading", { name: example, exact: true })).toBeVisible();
}

/** Someone on the board, with what is left of them. */
function someone(person: Person, name: string): Locator {
  return person.scene.getByRole("listitem").filter({ hasText: name });
}
function hitPoints(person: Person, name: string): Locator {
  return someone(person, name).getByRole("meter", { name: "体力" });
}

/** The fight as a table: what a person with a screen reader is told. */
async function asTable(person: Person): Promise<Locator> {
  await person.raiseTray();
  const summary = person.tray.locator("summary", { hasText: "看成表格" });
  if (!(await person.tray.getByRole("table").isVisible())) await summary.click();
  return person.tray.getByRole("table");
}

async function declare(
  person: Person,
  deed: string,
  aim: string | null,
  impact: string,
  attribute: RegExp,
): Promise<void> {
  const form = person.page.getByRole("region", { name: "决定行动" });
  await person.button(deed, form).click();
  if (aim !== null)
    await form.getByRole("combobox", { name: "目标", exact: true }).selectOption({ label: aim });
  const pick = form.getByRole("combobox", { name: "相关属性" });
  const options = await pick.getByRole("option").allInnerTexts();
  await pick.selectOption({ label: options.find((one) => attribute.test(one))! });
  await form.getByRole("textbox", { name: "影响数值" }).fill(impact);
  // Where it would land stands there before it is declared.
  await expect(form.locator(".answer")).toContainText(`影响 ${impact}`);
  await expect(form.locator(".answer")).toContainText("落定");
  await form.locator(".actions .main").click();
}

test("a host and two players check, negotiate and fight", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const lan = await Person.arrive(browser, WIDE);
  const kou = await Person.arrive(browser, PHONE);

  await test.step("b02 a table is opened and joined", async () => {
    await host.page.goto(server.url);
    const card = host.page.getByRole("radio", { name: TIMELINE });
    await expect(card).toBeAttached();
    await expect(card).toHaveAccessibleName(/1d100/);
    const invite = await host.openTable(server.url, TIMELINE, "雾港夜战", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await expect(host.scene).toBeVisible();
    await expectAccessible(host.page);
    await lan.sitDown(invite, "小周");
    await kou.sitDown(invite, "阿澈");
  });

  await test.step("t04 a card is checked while it is written, and shows what follows", async () => {
    await kou.turnTo("角色");
    await kou.sheet.getByRole("button", { name: /^白蔻/ }).click();
    await kou.sheet.getByLabel("体质", { exact: true }).fill("40");
    await expect(kou.sheet.getByRole("alert")).toContainText("物理合计超出 100 共 10");
    await expect(kou.button("入场", kou.sheet)).toBeDisabled();
    await kou.sheet.getByLabel("体质", { exact: true }).fill("30");
    await expect(kou.sheet.getByRole("alert")).toHaveCount(0);
    // Every number that follows says where it comes from (B-14).
    await kou.sheet.getByRole("button", { name: /^体力 \d/ }).click();
    await expect(kou.sheet.locator(".working")).toContainText("T-05");
    await expectNoSidewaysScroll(kou);
    await expectAccessible(kou.page);
    await kou.button("入场", kou.sheet).click();
    await expect(kou.sheet.getByRole("heading", { name: "白蔻", exact: true })).toBeVisible();
    await makeFrom(lan, "岳澜");
  });

  await test.step("b14 why? on the card", async () => {
    await lan.sheet.getByRole("button", { name: /^力量 .*怎么来的？/ }).click();
    await expect(lan.sheet.locator(".working")).toContainText("力量占比");
    await expect(lan.sheet.locator(".working")).toContainText("40%");
    await expectAccessible(lan.page);
  });

  await test.step("b30 the host prepares an opponent nobody else sees", async () => {
    await host.sheet.locator("summary", { hasText: "新建人物卡" }).click();
    await host.sheet.getByLabel("名字", { exact: true }).fill("雾中人");
    await host.sheet.getByLabel("只有我看见").check();
    await host.button("入场", host.sheet).click();
    await expect(someone(host, "雾中人")).toContainText("只有主持看见");
    await expect(lan.page.getByText("雾中人")).toHaveCount(0);
  });

  await test.step("t10 the host sets a target number; t11 a check with its odds before it", async () => {
    await host.button("设定", host.scene).click();
    const form = host.scene.locator("form");
    await form.getByRole("combobox", { name: "目标数值" }).selectOption("difficulty");
    await form.getByRole("textbox", { name: "等级" }).fill("10");
    await form.getByRole("textbox", { name: "难度" }).fill("10");
    await host.button("就这样", form).click();
    await expect(host.scene.locator(".big")).toHaveText("100");
    await lan.button(/^力量/, lan.tray).click();
    await expect(lan.tray.locator(".working")).toContainText("目标 100 的五倍");
    await expect.poll(() => lan.odds()).toHaveLength(2);
    const [, success] = await lan.odds();
    await expect(lan.sheet.getByRole("row", { name: /^力量/ })).toContainText(success!);
    await lan.tray.locator(".legend").click();
    await expect.poll(async () => (await lan.odds()).join(" ")).toMatch(/^(\d+\/100 ?)+$/);
    await lan.tray.locator(".legend").click();
    const tone = await lan.roll();
    expect(["failure", "full"]).toContain(tone);
    await expect(host.story.locator(".body.card svg").first()).toBeVisible();
  });

  await test.step("t12 t13 t14 contest, cooperation, negotiation and a free check", async () => {
    await kou.turnTo("故事");
    await kou.raiseTray();
    await kou.tray.getByRole("combobox", { name: "目标数值" }).selectOption("value");
    await kou.tray.getByRole("textbox", { name: "直接给数值" }).fill("60");
    await kou.button(/^医学/, kou.tray).click();
    await expect(kou.tray.locator(".working")).toContainText("目标 60 的五倍");
    await expectNoSidewaysScroll(kou);
    await expectAccessible(kou.page);
    const seen = await kou.story.locator(".body.card").count();
    await kou.button("掷骰", kou.tray).click();
    await expect(kou.story.locator(".body.card")).toHaveCount(seen + 1);

    await lan.button("协同", lan.tray).click();
    await lan.tray.getByLabel("白蔻").check();
    await expect(lan.tray.locator(".working")).toContainText("白蔻的力量");
    await lan.button("对抗", lan.tray).click();
    await expect(lan.tray.locator(".working")).toHaveCount(2);
    await expect.poll(() => lan.odds()).toHaveLength(3);
    await lan.button("掷骰", lan.tray).click();
    await expect(host.story).toContainText("对抗：");

    await lan.button("交涉", lan.tray).click();
    // The contest's two workings say nothing about a negotiation.
    expect(await lan.tray.locator(".working").count()).toBeLessThan(2);
    await lan.tray.getByLabel("扮演评分 RP").fill("60");
    await lan.tray.getByLabel("对方等级").fill("10");
    await lan.tray.getByLabel("对方智力").fill("35");
    await expect(lan.tray.locator(".working")).toContainText("T-14");
    await expect.poll(() => lan.odds()).toHaveLength(2);
    await lan.button("掷骰", lan.tray).click();
    await expect(host.story).toContainText("交涉：RP 60");
    await lan.button("检定", lan.tray).first().click();
  });

  await test.step("t20 the host shows the opponent and opens the fight", async () => {
    await host.button("揭示 雾中人").click();
    await expect(someone(lan, "雾中人")).toBeVisible();
    await host.scene.locator("summary", { hasText: "开战" }).click();
    await host.button("开战", host.scene).click();
    for (const person of [host, lan, kou]) {
      await person.raiseTray();
      await expect(person.tray.getByRole("region", { name: "战斗时间轴图" })).toBeVisible();
    }
  });

  await test.step("t34 only the host is shown a way to end the fight", async () => {
    await expect(host.button("结束战斗", host.tray)).toBeVisible();
    await kou.raiseTray();
    for (const player of [lan, kou]) {
      await expect(player.tray.getByRole("figure").first()).toBeVisible();
      await expect(player.page.getByRole("button", { name: "结束战斗" })).toHaveCount(0);
    }
  });

  await test.step("t22 an impact is typed or dragged, and shows where it would land", async () => {
    const form = lan.page.getByRole("region", { name: "决定行动" });
    await expect(lan.tray.locator(".ghost")).toBeVisible();
    const before = await form.getByRole("textbox", { name: "影响数值" }).inputValue();
    const grip = (await lan.tray.locator(".grip").boundingBox())!;
    await lan.page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await lan.page.mouse.down();
    await lan.page.mouse.move(grip.x + grip.width / 2 + 90, grip.y + grip.height / 2, { steps: 5 });
    await lan.page.mouse.up();
    await expect(form.getByRole("textbox", { name: "影响数值" })).not.toHaveValue(before);
    // By keyboard too.
    const slider = form.getByRole("slider", { name: "前摇" });
    const drawn = await slider.inputValue();
    await slider.press("ArrowRight");
    await expect(slider).not.toHaveValue(drawn);
    await declare(lan, "攻击", "雾中人", "60", /^力量/);
  });

  await test.step("t21 what is declared stays hidden from the others", async () => {
    const told = await asTable(kou);
    await expect(told.getByRole("row", { name: /岳澜/ })).toContainText("已决定，尚未揭晓");
    await expect(kou.page.getByText("攻击→雾中人")).toHaveCount(0);
    await expect((await asTable(host)).getByRole("row", { name: /岳澜/ })).toContainText("攻击");
    await expect(kou.tray.locator(".fog")).toHaveCount(1);
    await declare(kou, "招架", null, "40", /^敏捷/);
    await declare(host, "攻击", "白蔻", "90", /^力量/);
    for (const person of [host, lan, kou]) await expectAccessible(person.page);
    await expectNoSidewaysScroll(kou);
  });

  await test.step("b11 the server is killed and the browsers resume by themselves", async () => {
    await server.kill();
    await expect(lan.page.getByText("连接断了")).toBeVisible();
    await server.up();
    await expect(lan.page.getByText("连接断了")).toHaveCount(0, { timeout: 20_000 });
    await expect(lan.tray.locator(".bar.running")).toHaveCount(1);
  });

  const before = await hitPoints(host, "雾中人").getAttribute("aria-valuenow");
  await test.step("t23 time flows: the act lands, is revealed, and hurts", async () => {
    await host.button("流动").click();
    await expect(hitPoints(host, "雾中人")).not.toHaveAttribute("aria-valuenow", before!);
    const told = await asTable(kou);
    await expect(told).toContainText("攻击→雾中人 60");
    await expect(told).toContainText("−60");
    await kou.turnTo("现场");
    await expect(hitPoints(kou, "雾中人")).not.toHaveAttribute("aria-valuenow", before!);
  });

  await test.step("t33 the host steps back in time, and forward again", async () => {
    await host.tray.getByRole("combobox", { name: "退回到……" }).selectOption({ label: "0T" });
    await host.button(/退回$/, host.tray).click();
    await expect(hitPoints(host, "雾中人")).toHaveAttribute("aria-valuenow", before!);
    await expect(hitPoints(kou, "雾中人")).toHaveAttribute("aria-valuenow", before!);
    await host.page.getByRole("button", { name: "撤销" }).click();
    await expect(hitPoints(lan, "雾中人")).not.toHaveAttribute("aria-valuenow", before!);
  });

  await test.step("b74 the page speaks three languages", async () => {
    await lan.chooseLanguage("语言", "en");
    await expect(lan.page.getByRole("region", { name: "Chart of the fight" })).toBeVisible();
    await expectAccessible(lan.page);
    await lan.chooseLanguage("Language", "zh-Hant");
    await expect(lan.page.getByRole("region", { name: "戰鬥時間軸圖" })).toBeVisible();
  });
});

test("t26 a player's page draws nothing of an ambush by someone out of sight", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const lan = await Person.arrive(browser, WIDE);
  const invite = await host.openTable(server.url, TIMELINE, "伏击", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await lan.sitDown(invite, "小周");
  await makeFrom(lan, "岳澜");
  await host.sheet.locator("summary", { hasText: "新建人物卡" }).click();
  await host.sheet.getByLabel("名字", { exact: true }).fill("雾中人");
  await host.sheet.getByLabel("只有我看见").check();
  await host.button("入场", host.sheet).click();
  await expect(someone(host, "雾中人")).toContainText("只有主持看见");
  await host.scene.locator("summary", { hasText: "开战" }).click();
  await host.scene.getByLabel("先攻: 雾中人").check();
  await host.button("开战", host.scene).click();
  await declare(host, "攻击", "岳澜", "60", /^力量/);
  await expect(host.tray.locator("line.others")).toHaveCount(1);
  await expect(lan.tray.getByRole("figure").first()).toBeVisible();
  await expect(lan.tray.locator(".others, .fog, .bar.running")).toHaveCount(0);
  await expect(lan.page.getByText("雾中人")).toHaveCount(0);
  for (const { page } of [host, lan]) await page.context().close();
});

test("t47 t56 a weapon shows its curve, a skill is judged while it is written", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, PHONE);
  await host.openTable(server.url, TIMELINE, "工坊", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await host.turnTo("角色");
  await host.sheet.locator("summary", { hasText: "新建人物卡" }).click();
  await makeFrom(host, "季叩");

  await host.openMenu(host.sheet, "武器");
  await host.button("添一件武器", host.sheet).click();
  await host.sheet.getByRole("textbox", { name: "名字" }).first().fill("钉枪");
  await host.sheet.getByRole("combobox", { name: "种类" }).selectOption("firearm");
  await expect(host.sheet.getByText(/^效率 /)).toBeVisible();
  await host.button("就这样", host.sheet).click();
  await expect(host.sheet.getByRole("img", { name: /各等级的效率/ })).toBeVisible();

  await host.openMenu(host.sheet, "技能");
  await host.button("自己写一个技能", host.sheet).click();
  const form = host.sheet.locator("form").filter({ has: host.page.locator(".verdicts") });
  await form.getByRole("textbox", { name: "名字" }).fill("连弩");
  await form.getByRole("textbox", { name: "数值" }).fill("impact * 2");
  await expect(form.locator(".verdicts")).toContainText("代价再加");
  await expect(host.button("学会", form)).toBeDisabled();
  // What happens meanwhile closes nothing under the writer's hands.
  const pools = await host.openMenu(host.sheet, "增减体力");
  await pools.getByRole("textbox", { name: "数量" }).fill("1");
  await host.button(/失去/, pools).click();
  await expect(pools.getByRole("textbox", { name: "数量" })).toHaveValue("");
  await form.getByRole("textbox", { name: "数值" }).fill("impact");
  await expect(form.locator(".verdicts")).not.toContainText("代价再加");
  await expectNoSidewaysScroll(host);
  await expectAccessible(host.page);
  await host.button("学会", form).click();
  await expect(host.sheet.getByText("连弩")).toBeVisible();
});

test("t60 what an extension adds is picked from lists", async ({ browser }) => {
  const host = await Person.arrive(browser, PHONE);
  await host.openTable(server.url, /^时间线：雾沼/, "沼边", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await host.turnTo("角色");
  await host.openMenu(host.sheet, "新建人物卡");
  await makeFrom(host, "季叩");

  const weapons = await host.openMenu(host.sheet, "武器");
  await weapons.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "鱼叉" });
  await host.button("带上", weapons).click();
  await expect(weapons.locator("b", { hasText: "鱼叉" })).toBeVisible();

  const things = await host.openMenu(host.sheet, "随身之物");
  await things.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "防水火绒" });
  await expect(things.getByRole("textbox", { name: "东西" })).toHaveValue("防水火绒");
  await host.button("带上", things).click();
  await expect(things.getByRole("listitem")).toContainText("防水火绒");

  const skills = await host.openMenu(host.sheet, "技能");
  await skills.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "三只萤" });
  await host.button("学会", skills).click();
  await expect(skills.locator("b", { hasText: "三只萤" })).toBeVisible();
  await expect(skills.locator(".cost")).toHaveText("代价 萤火 3");

  const pools = await host.openMenu(host.sheet, "增减体力");
  await pools.getByRole("combobox", { name: "哪一项" }).selectOption({ label: "萤火" });
  await pools.getByRole("textbox", { name: "数量" }).fill("3");
  await host.button(/失去/, pools).click();
  await expect(pools.getByRole("textbox", { name: "数量" })).toHaveValue("");
  await expect(host.sheet.getByText(/萤火 *7/).first()).toBeVisible();
  await expectNoSidewaysScroll(host);
  await expectAccessible(host.page);
});

test("t08 t55 a card is borrowed, and a skill held ready", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  await host.openTable(server.url, /^时间线：示例/, "教室", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await host.openMenu(host.sheet, "新建人物卡");
  await makeFrom(host, "季叩");
  await host.openMenu(host.sheet, "新建人物卡");
  await host.sheet.getByRole("button", { name: /^岳澜/ }).click();
  await host.button("入场", host.sheet).click();
  await expect(someone(host, "岳澜")).toBeVisible();

  const skills = await host.openMenu(host.sheet, "技能");
  for (const skill of ["复仇焰魂", "幻形"]) {
    await skills.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: skill });
    await host.button("学会", skills).click();
    await expect(skills.locator("b", { hasText: skill })).toBeVisible();
  }
  await host.button(/收起 复仇焰魂$/, host.sheet).click();
  await host.button(/备好 复仇焰魂$/, host.sheet).click();
  await expect(host.button(/收起 复仇焰魂$/, host.sheet)).toBeVisible();

  const traits = await host.openMenu(host.sheet, "特质与修饰");
  await host.button("添特质", traits).click();
  await traits.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "傲慢" });
  await host.button("就这样", traits).click();
  await host.take(host.sheet, /借卡/, { 用谁的卡: "岳澜" });
  await expect(host.sheet.getByText("正用着岳澜的人物卡")).toBeVisible();
});
