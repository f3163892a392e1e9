/** Time Line, end to end, in three browsers at once: cards, checks, and a fight on the timeline. */
import { resolve } from "node:path";
import { expect, test, type Locator } from "@playwright/test";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import {
  card,
  declare,
  declaring,
  finish,
  make,
  openCard,
  row,
  someone,
  stage,
  strip,
} from "./timeline";
import { TIMELINE } from "./timeline";

const server = Server.forFile("--packs", resolve("../examples/timeline"));

/** The pools in words, as a row of the chart has them. */
function pools(person: Person, name: string): Locator {
  return row(person, name).getByRole("img").first();
}
/** The fight as a table: what a person with a screen reader is told. */
async function asTable(person: Person): Promise<Locator> {
  await person.turnTo("现场");
  const table = stage(person).getByRole("table");
  if (!(await table.isVisible())) {
    await stage(person).locator("summary", { hasText: "看成表格" }).click();
  }
  return table;
}

test("a host and two players check, negotiate and fight", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const lan = await Person.arrive(browser, WIDE);
  const kou = await Person.arrive(browser, PHONE);

  await test.step("b02 a table is opened and joined", async () => {
    await host.page.goto(server.url);
    const pack = host.page.getByRole("radio", { name: TIMELINE });
    await expect(pack).toBeAttached();
    await expect(pack).toHaveAccessibleName(/1d100/);
    const invite = await host.openTable(server.url, TIMELINE, "雾港夜战", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await expect(stage(host)).toBeVisible();
    await expectAccessible(host.page);
    await lan.sitDown(invite, "小周");
    await kou.sitDown(invite, "阿澈");
  });

  await test.step("t04 a card is checked while it is written, and shows what follows", async () => {
    await host.button("新建人物卡", stage(host)).waitFor();
    await kou.button("新建人物卡", stage(kou)).click();
    await kou.page.getByRole("button", { name: /^白蔻/ }).click();
    await kou.button("下一步").click();
    await expect(kou.page.getByRole("heading", { name: "身与心" })).toBeVisible();
    await kou.button("下一步").click();
    const share = kou.page.getByLabel("体质", { exact: true });
    await share.fill("40");
    await expect(kou.page.getByText("合计 110")).toBeVisible();
    await kou.button("下一步").click();
    await expect(kou.page.getByRole("alert").first()).toContainText("物理合计超出 100 共 10");
    await expectNoSidewaysScroll(kou);
    await expectAccessible(kou.page);
    await share.fill("30");
    await expect(kou.page.getByRole("alert")).toHaveCount(0);
    // Every number that follows says where it comes from (B-14).
    await kou.button("看卡").click();
    await kou.page.getByRole("button", { name: /^体力 \d/ }).click();
    await expect(kou.page.getByRole("dialog")).toContainText("T-05");
    await kou.page.keyboard.press("Escape");
    await kou.button("接着写").click();
    await kou.button("下一步").click();
    await kou.button("入场").click();
    await make(lan, "岳澜");
    await expect(someone(lan, "岳澜")).toBeVisible();
    await expect(someone(lan, "白蔻")).toBeVisible();
  });

  await test.step("b14 why? on the card", async () => {
    const open = await openCard(lan, "岳澜");
    await open.getByRole("button", { name: /^力量 .*怎么来的？/ }).click();
    await expect(lan.page.getByRole("dialog")).toContainText("力量占比");
    await expect(lan.page.getByRole("dialog")).toContainText("40%");
    await expectAccessible(lan.page);
    await lan.page.keyboard.press("Escape");
    await lan.button("关闭").click();
  });

  await test.step("b30 the host prepares an opponent nobody else sees", async () => {
    await host.button("新建人物卡", stage(host)).click();
    await host.page.getByLabel("名字", { exact: true }).fill("雾中人");
    await host.page.getByLabel("只有我看见").check();
    await finish(host);
    await expect(someone(host, "雾中人")).toContainText("只有主持看见");
    await expect(lan.page.getByText("雾中人")).toHaveCount(0);
  });

  await test.step("t10 the host sets a target number; t11 a check with its odds before it", async () => {
    await stage(host).getByRole("spinbutton", { name: "对象等级" }).fill("10");
    await stage(host).getByRole("spinbutton", { name: "难度" }).fill("10");
    await expect(stage(host).getByRole("status").filter({ hasText: "100" })).toBeVisible();
    await host.button("全桌都用", stage(host)).click();
    await expect(stage(lan)).toContainText("全桌的目标数值");
    await stage(lan).getByRole("button", { name: /^力量/ }).click();
    await expect(stage(lan).locator(".working")).toContainText("目标 100 的五倍");
    const ruler = stage(lan).getByRole("img", { name: /^成功率/ });
    const rate = (await ruler.getAttribute("aria-label"))!.match(/\d+%/)![0];
    await expect(strip(lan)).toContainText(rate);
    await expectAccessible(lan.page);
    const cards = host.story.locator(".body.card[data-tone], article");
    const before = await cards.count();
    await strip(lan).getByRole("button", { name: "掷骰" }).click();
    // Where it landed is on the ruler, and in everyone's story.
    await expect(stage(lan).getByRole("img", { name: /掷出 \d+/ })).toBeVisible();
    await expect.poll(() => cards.count()).toBeGreaterThan(before);
  });

  await test.step("t12 t13 t14 contest, cooperation, negotiation and a free check", async () => {
    await kou.turnTo("现场");
    await kou.button("直接给数值", stage(kou)).click();
    await stage(kou).getByRole("textbox", { name: "直接给数值" }).fill("60");
    await stage(kou).getByRole("button", { name: /^医学/ }).click();
    await expect(stage(kou).locator(".working")).toContainText("目标 60 的五倍");
    await expectNoSidewaysScroll(kou);
    await expectAccessible(kou.page);
    await strip(kou).getByRole("button", { name: "掷骰" }).click();
    await expect(stage(kou).getByRole("img", { name: /掷出 \d+/ })).toBeVisible();
    // A number that a player named waits for the host's nod (T-10).
    await expect(host.story).toContainText("待主持确认");

    await stage(lan).getByRole("group", { name: "和谁一起" }).getByText("白蔻").click();
    await expect(stage(lan).locator(".working")).toContainText("白蔻的力量");
    await lan.button("对抗", stage(lan)).click();
    await stage(lan).locator(".rivals").getByRole("button", { name: "白蔻" }).click();
    await expect(stage(lan).locator(".rivals .working")).toHaveCount(2);
    await expect(strip(lan)).toContainText("胜算");
    await strip(lan).getByRole("button", { name: "掷骰" }).click();
    for (const person of [host, lan, kou]) {
      const contest = person.page.getByRole("region", { name: "对抗" });
      await expect(contest).toContainText(/抢先|平手/);
      if (person === kou) await expectNoSidewaysScroll(kou);
      await person.button("接着讲", contest).click();
      await expect(contest).toHaveCount(0);
    }
    await expect(host.story).toContainText("对抗：");

    await lan.button("交涉", stage(lan)).click();
    await stage(lan).getByRole("textbox", { name: "对方等级" }).fill("10");
    await stage(lan).getByRole("textbox", { name: "对方智力" }).fill("35");
    await stage(lan).getByRole("button", { name: /^动人/ }).click();
    await expect(stage(lan).getByRole("slider", { name: "扮演评分" })).toHaveAttribute(
      "aria-valuenow",
      "40",
    );
    await stage(lan).getByRole("slider", { name: "扮演评分" }).press("PageUp");
    await stage(lan).getByRole("slider", { name: "扮演评分" }).press("PageUp");
    await expect(stage(lan).locator(".formula")).toContainText("60");
    await expect(stage(lan).locator(".formula .total")).toContainText("%");
    await expectAccessible(lan.page);
    await strip(lan).getByRole("button", { name: "掷骰" }).click();
    await expect(host.story).toContainText("交涉：RP 60");
    await lan.button("检定", stage(lan)).first().click();
  });

  await test.step("t20 the host shows the opponent and opens the fight", async () => {
    await someone(host, "雾中人").click();
    await host.button("揭示", host.page.getByRole("dialog")).click();
    await expect(someone(lan, "雾中人")).toBeVisible();
    await host.button("开战", stage(host)).click();
    // Time that flows by itself is offered where a fight begins, and can be switched in it (T-35).
    const gather = stage(host).getByRole("region", { name: "开战" });
    const flows = { name: "所有人决定后时间自动流动" };
    await gather.getByRole("checkbox", flows).click();
    await expect(gather.getByRole("checkbox", flows)).toBeChecked();
    await expect(host.story).toContainText("所有人决定后时间自动流动：开");
    await gather.getByLabel("这场叫什么（可不填）").fill("甲板，雾里");
    await host.button("开战", stage(host)).click();
    await host.button("这场战斗", stage(host)).click();
    await host.page.getByRole("dialog").getByRole("checkbox", flows).click();
    await expect(host.page.getByRole("dialog").getByRole("checkbox", flows)).not.toBeChecked();
    await host.page.keyboard.press("Escape");
    for (const person of [host, lan, kou]) {
      await person.turnTo("现场");
      await expect(person.page.getByRole("group", { name: "战斗时间轴图" })).toBeVisible();
      await expect(person.page.getByRole("heading", { name: "甲板，雾里" })).toBeVisible();
    }
  });

  await test.step("t34 only the host is shown a way to end the fight", async () => {
    await host.button("这场战斗", stage(host)).click();
    await expect(host.button("结束战斗")).toBeVisible();
    await host.page.keyboard.press("Escape");
    for (const player of [lan, kou]) {
      await expect(player.page.getByRole("button", { name: "这场战斗" })).toHaveCount(0);
      await expect(player.page.getByRole("button", { name: "结束战斗" })).toHaveCount(0);
    }
    // The chart as a picture, as this seat sees it.
    const link = stage(lan).getByRole("link", { name: "把时间轴存成图片" });
    const picture = await link.getAttribute("href");
    const svg = await lan.page.request.get(server.url + picture!.replace("png", "svg"));
    expect(await svg.text()).toContain("岳澜");
    // Targets start on a foe.
    await expect(
      declaring(lan).getByRole("group", { name: "目标" }).getByRole("button").first(),
    ).toHaveAccessibleName("雾中人");
  });

  await test.step("t22 an impact is turned, dragged or typed, and shows where it would land", async () => {
    const grip = stage(lan).getByRole("slider", { name: "落定" });
    await expect(grip).toBeVisible();
    const impact = declaring(lan).getByRole("textbox", { name: "影响数值" });
    const before = await impact.inputValue();
    const box = (await grip.boundingBox())!;
    await lan.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await lan.page.mouse.down();
    await lan.page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2, { steps: 5 });
    await lan.page.mouse.up();
    await expect(impact).not.toHaveValue(before);
    // By keyboard too, on the chart and on the dial: both move together.
    const lands = await grip.getAttribute("aria-valuenow");
    await grip.press("ArrowRight");
    await expect(grip).not.toHaveAttribute("aria-valuenow", lands!);
    const dial = declaring(lan).getByRole("slider", { name: "影响数值" });
    const later = await grip.getAttribute("aria-valuenow");
    await dial.press("PageDown");
    await expect(grip).not.toHaveAttribute("aria-valuenow", later!);
    await declare(lan, "攻击", "雾中人", "60", /^力量/);
  });

  await test.step("t21 what is declared stays hidden from the others", async () => {
    await expect(row(kou, "岳澜")).toContainText("已决定，尚未揭晓");
    await expect(row(kou, "岳澜")).not.toContainText("攻击");
    await expect(row(kou, "岳澜").locator(".bar.fog")).toHaveCount(1);
    await expect(row(host, "岳澜")).toContainText("攻击 雾中人");
    await declare(kou, "招架", null, "300", /^敏捷/);
    await declare(host, "攻击", "白蔻", "90", /^力量/);
    // Who knows both acts sees where they meet, at the landing (T-27).
    const meeting = host.page.locator(".link", { hasText: "90 对 300，余 210" });
    await expect(meeting).toBeInViewport();
    for (const person of [host, lan, kou]) await expectAccessible(person.page);
    await expectNoSidewaysScroll(kou);
  });

  await test.step("look: down, the sheet leaves the whole screen to the chart", async () => {
    const sheet = kou.page.getByRole("region", { name: "下一手" });
    await expect(sheet).toHaveAttribute("data-snap", "half");
    await kou.button("拉起或放下", sheet).press("ArrowDown");
    await expect(sheet).toHaveAttribute("data-snap", "down");
    await expect(row(kou, "雾中人")).toBeInViewport();
    // One's own row stays in sight.
    await expect(row(kou, "白蔻")).toBeInViewport();
  });

  await test.step("b11 the server is killed and the browsers resume by themselves", async () => {
    await server.kill();
    await expect(lan.page.getByText("连接断了")).toBeVisible();
    await server.up();
    await expect(lan.page.getByText("连接断了")).toHaveCount(0, { timeout: 20_000 });
    await expect(row(lan, "岳澜").locator(".bar.run")).toHaveCount(1);
  });

  const before = await pools(host, "雾中人").getAttribute("aria-label");
  await test.step("t23 time flows: the act lands, is revealed, and hurts", async () => {
    await strip(host).getByRole("button", { name: "流动" }).click();
    await expect(pools(host, "雾中人")).not.toHaveAttribute("aria-label", before!);
    const told = await asTable(kou);
    await expect(told).toContainText("攻击→雾中人 60");
    await expect(told).toContainText("−60");
    await expect(pools(kou, "雾中人")).not.toHaveAttribute("aria-label", before!);
    await expect(row(kou, "雾中人").locator(".change")).toHaveText("−60");
  });

  await test.step("t33 the host steps back in time, and forward again", async () => {
    await host.button("这场战斗", stage(host)).click();
    await host.button("↶ 0T").click();
    await expect(pools(host, "雾中人")).toHaveAttribute("aria-label", before!);
    await expect(pools(kou, "雾中人")).toHaveAttribute("aria-label", before!);
    await host.page.getByRole("button", { name: "撤销" }).click();
    await expect(pools(lan, "雾中人")).not.toHaveAttribute("aria-label", before!);
  });

  await test.step("b74 the page speaks three languages", async () => {
    await lan.chooseLanguage("语言", "en");
    await expect(lan.page.getByRole("group", { name: "Chart of the fight" })).toBeVisible();
    await expectAccessible(lan.page);
    await lan.chooseLanguage("Language", "zh-Hant");
    await expect(lan.page.getByRole("group", { name: "戰鬥時間軸圖" })).toBeVisible();
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
  await make(lan, "岳澜");
  await host.button("新建人物卡", stage(host)).click();
  await host.page.getByLabel("名字", { exact: true }).fill("雾中人");
  await host.page.getByLabel("只有我看见").check();
  await finish(host);
  await expect(someone(host, "雾中人")).toContainText("只有主持看见");
  await host.button("开战", stage(host)).click();
  await host.button("先攻: 雾中人", stage(host)).click();
  await host.button("开战", stage(host)).click();
  await declare(host, "攻击", "岳澜", "60", /^力量/);
  await expect(stage(host)).toContainText("其余人从");
  await expect(lan.page.getByRole("group", { name: "战斗时间轴图" })).toBeVisible();
  await expect(stage(lan).locator(".late, .bar.fog, .bar.run")).toHaveCount(0);
  await expect(lan.page.getByText("雾中人")).toHaveCount(0);
  for (const { page } of [host, lan]) await page.context().close();
});

test("t47 t56 a weapon shows its curve, a skill is judged while it is written", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, PHONE);
  await host.openTable(server.url, TIMELINE, "工坊", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await make(host, "季叩");
  await host.turnTo("角色");
  const sheet = card(host, "季叩");

  await host.openMenu(sheet, "武器");
  await host.button("添一件武器", sheet).click();
  await sheet.getByRole("textbox", { name: "名字" }).first().fill("钉枪");
  await sheet.getByRole("combobox", { name: "种类" }).selectOption("firearm");
  await expect(sheet.getByText(/^效率 /)).toBeVisible();
  await host.button("就这样", sheet).click();
  await expect(sheet.getByRole("img", { name: /各等级的效率/ })).toBeVisible();

  await host.openMenu(sheet, "技能");
  await host.button("自己写一个技能", sheet).click();
  const form = sheet.locator("form").filter({ has: host.page.locator(".verdicts") });
  await form.getByRole("textbox", { name: "名字" }).fill("连弩");
  await form.getByRole("textbox", { name: "数值" }).fill("impact * 2");
  await expect(form.locator(".verdicts")).toContainText("代价再加");
  await expect(host.button("学会", form)).toBeDisabled();
  // What happens meanwhile closes nothing under the writer's hands.
  const pool = await host.openMenu(sheet, "增减体力");
  await pool.getByRole("textbox", { name: "数量" }).fill("1");
  await host.button(/失去/, pool).click();
  await expect(pool.getByRole("textbox", { name: "数量" })).toHaveValue("");
  await form.getByRole("textbox", { name: "数值" }).fill("impact");
  await expect(form.locator(".verdicts")).not.toContainText("代价再加");
  await expectNoSidewaysScroll(host);
  await expectAccessible(host.page);
  await host.button("学会", form).click();
  await expect(sheet.getByText("连弩")).toBeVisible();
});

test("t08 a player writes a trait with numbers, and the host nods", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const lan = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, TIMELINE, "特质", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await lan.sitDown(invite, "小周");
  await make(lan, "岳澜");
  await lan.turnTo("角色");
  const sheet = card(lan, "岳澜");
  const before = (await sheet.getByRole("meter", { name: "体力" }).getAttribute("aria-valuemax"))!;
  const traits = await lan.openMenu(sheet, "特质与修饰");
  await lan.button("添特质", traits).click();
  await traits.getByRole("textbox", { name: "名字" }).fill("铁肺");
  await traits.getByRole("textbox", { name: "体力上限增减" }).fill("20");
  await lan.button("就这样", traits).click();
  await expect(sheet.getByRole("meter", { name: "体力" })).toHaveAttribute(
    "aria-valuemax",
    String(Number(before) + 20),
  );
  await expect(traits).toContainText("待确认");
  await host.button(/^认可：.*铁肺/, stage(host)).click();
  await expect(traits).not.toContainText("待确认");
});

test("t60 what an extension adds is picked from lists", async ({ browser }) => {
  const host = await Person.arrive(browser, PHONE);
  await host.openTable(server.url, /^时间线：雾沼/, "沼边", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await make(host, "季叩");
  await host.turnTo("角色");
  const sheet = card(host, "季叩");

  const weapons = await host.openMenu(sheet, "武器");
  await weapons.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "鱼叉" });
  await host.button("带上", weapons).click();
  await expect(weapons.locator("b", { hasText: "鱼叉" })).toBeVisible();

  const things = await host.openMenu(sheet, "随身之物");
  await things.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "防水火绒" });
  await expect(things.getByRole("textbox", { name: "东西" })).toHaveValue("防水火绒");
  await host.button("带上", things).click();
  await expect(things.getByRole("listitem")).toContainText("防水火绒");

  const skills = await host.openMenu(sheet, "技能");
  await skills.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "三只萤" });
  await host.button("学会", skills).click();
  await expect(skills.locator("b", { hasText: "三只萤" })).toBeVisible();
  await expect(skills.locator(".cost")).toHaveText("代价 萤火 3");

  const pool = await host.openMenu(sheet, "增减体力");
  await pool.getByRole("combobox", { name: "哪一项" }).selectOption({ label: "萤火" });
  await pool.getByRole("textbox", { name: "数量" }).fill("3");
  await host.button(/失去/, pool).click();
  await expect(pool.getByRole("textbox", { name: "数量" })).toHaveValue("");
  await expect(sheet.getByRole("meter", { name: "萤火" })).toHaveAttribute("aria-valuenow", "7");
  await expectNoSidewaysScroll(host);
  await expectAccessible(host.page);
});

test("t08 t55 a card is borrowed, and a skill held ready", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  await host.openTable(server.url, /^时间线：示例/, "教室", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await make(host, "季叩");
  await make(host, "岳澜");
  const sheet = await openCard(host, "季叩");

  const skills = await host.openMenu(sheet, "技能");
  for (const skill of ["复仇焰魂", "幻形"]) {
    await skills.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: skill });
    await host.button("学会", skills).click();
    await expect(skills.locator("b", { hasText: skill })).toBeVisible();
  }
  await host.button(/收起 复仇焰魂$/, sheet).click();
  await host.button(/备好 复仇焰魂$/, sheet).click();
  await expect(host.button(/收起 复仇焰魂$/, sheet)).toBeVisible();

  const traits = await host.openMenu(sheet, "特质与修饰");
  await host.button("添特质", traits).click();
  await traits.getByRole("combobox", { name: "从规则里选" }).selectOption({ label: "傲慢" });
  await host.button("就这样", traits).click();
  await host.take(sheet, /借卡/, { 用谁的卡: "岳澜" });
  await expect(sheet.getByText("正用着岳澜的人物卡")).toBeVisible();
});

for (const [size, screen] of [
  ["wide", WIDE],
  ["360 px", PHONE],
] as const) {
  test(`b08 a first evening by pressing alone, ${size}`, async ({ browser }) => {
    const host = await Person.arrive(browser, screen);
    const lan = await Person.arrive(browser, screen);
    const kou = await Person.arrive(browser, screen);
    const invite = await host.openTable(server.url, TIMELINE, "第一晚", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await lan.sitDown(invite, "小周");
    await kou.sitDown(invite, "阿澈");
    await make(lan, "岳澜");
    await make(kou, "白蔻");
    await make(host, "季叩");

    // A check, seen by everyone.
    await lan.turnTo("现场");
    await lan.button(/^难 /, stage(lan)).click();
    await strip(lan).getByRole("button", { name: "掷骰" }).click();
    await expect(stage(lan).getByRole("img", { name: /掷出 \d+/ })).toBeVisible();
    // On a phone the story is behind its tab.
    for (const other of [host, kou]) {
      await expect(other.page.locator('[role="log"]')).toContainText("岳澜检定");
    }

    // A fight, from its beginning to its end.
    await host.turnTo("现场");
    await host.button("开战", stage(host)).click();
    await host.button("开战", stage(host)).click();
    for (const person of [lan, kou, host]) {
      await person.turnTo("现场");
      await person.button("决定行动", strip(person)).click();
      await expect(strip(person).getByRole("button", { name: "按兵不动" })).toHaveCount(0);
    }
    await strip(host).getByRole("button", { name: "流动" }).click();
    await expect(stage(kou)).toContainText(/[1-9][\d.]*T/);
    await expect(stage(host).locator(".bar.past").first()).toBeVisible();
    await host.button("这场战斗", stage(host)).click();
    await host.button("结束战斗").click();
    for (const person of [host, lan, kou]) {
      await expect(person.page.getByRole("group", { name: "战斗时间轴图" })).toHaveCount(0);
      await expectNoSidewaysScroll(person);
      await person.page.context().close();
    }
  });
}
