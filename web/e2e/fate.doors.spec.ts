/** Every command of Fate is played through the page once: none is without a door there. */
import { expect, test } from "@playwright/test";
import { desk, openDesk } from "./campaign";
import { commandsOf, watched } from "./doors";
import { act, area, card, fill, menu, settle, shelf, sitDown, strip, token, work } from "./fate";
import { Person, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile("--packs", "../examples/fate");

test("f01 every command of Fate has a door on the page", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const shen = await Person.arrive(browser, WIDE);
  const all = [host, yan, shen];
  const done = new Set<string>();
  for (const person of all) watched(person, done);
  /** Something is pressed, and these commands were carried out for it. */
  async function door(commands: string[], press: () => Promise<void>): Promise<void> {
    await test.step(commands.join(", "), async () => {
      for (const one of commands) done.delete(one);
      for (const person of all) await settle(person);
      await press();
      await expect.poll(() => commands.filter((one) => !done.has(one))).toEqual([]);
    });
  }
  const stage = () => host.button("布景", shelf(host));
  const stakes = () => host.button("挑战、竞争与冲突", shelf(host));
  const ending = () => host.button("收场", shelf(host));
  const tables = () => host.button("这张桌子", shelf(host));
  /** What else can be done with an action before its dice. */
  const besides = (person: Person) => person.button("还能做什么", strip(person));
  /** The number a side has come to. */
  const total = async (person: Person) => {
    const head = await strip(person).innerText();
    return Number(/= ([+−]?\d+)/.exec(head)![1]!.replace("−", "-"));
  };

  const invite = await host.openTable(server.url, /^命运浓缩版/, "每一扇门", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await sitDown(yan, invite, "小周");
  await sitDown(shen, invite, "阿澈");

  // People.
  await door(["take-example"], async () => {
    for (const [person, who] of [
      [yan, "阿岚"],
      [shen, "沈知远"],
    ] as const) {
      await person.button("选角色").click();
      await person.button(`用${who}这张卡`).click();
      await expect(person.sheet.getByRole("article").first()).toBeVisible();
      await person.button("关闭").click();
    }
  });
  await door(["set-options"], () =>
    act(host, tables(), "桌面选项", { 聚会: "主持人宣布聚会开始才重置" }),
  );
  await door(["begin-session"], () => act(host, tables(), "开始聚会"));
  await door(["set-scene"], () =>
    act(host, host.button("开始场景", strip(host)), "开始场景", { 标题: "旧码头" }),
  );
  await door(["add-zone"], async () => {
    for (const 区域 of ["栈桥", "仓库"]) await act(host, stage(), "加区域", { 区域 });
  });
  await door(["add-aspect"], async () => {
    await act(host, stage(), "写形象", { 形象: "浓雾" });
    await act(host, stage(), "写形象", { 形象: "地板下有人", 只有主持人看见: true });
  });
  await door(["set-border"], () =>
    act(host, host.button("改栈桥与边界"), "与仓库之间设阻", { 难度: 2 }),
  );
  await door(["change-clock"], async () => {
    await act(host, stage(), "加一个计时", { 名字: "警报" });
    await act(host, host.button("更多操作 警报"), "推进一格");
    await expect(yan.page.getByRole("article", { name: "警报" })).toContainText("1 / 4");
  });
  await door(["make-character"], async () => {
    await host.button("请谁上台", shelf(host)).click();
    await host.page.getByText("新配角").click();
    const form = host.page.locator("form.npc");
    await form.getByLabel("名字", { exact: true }).fill("打手");
    await host.button("就这样", form).click();
    await expect(form.getByLabel("名字", { exact: true })).toHaveValue("");
    await form.getByLabel("名字", { exact: true }).fill("火势");
    await form.getByLabel("是危险，自己发作").check();
    await form.getByLabel("倒数几轮").fill("3");
    await host.button("就这样", form).click();
    await expect(form.getByLabel("名字", { exact: true })).toHaveValue("");
    await host.button("关闭").click();
    await expect(token(host, "火势")).toBeVisible();
  });
  await door(["show"], async () => {
    await act(host, token(host, "打手"), "隐藏");
    await expect(token(yan, "打手")).toHaveCount(0);
    await act(host, token(host, "打手"), "揭示");
    await expect(token(yan, "打手")).toBeVisible();
  });
  await door(["copy-character"], () => act(host, token(host, "打手"), "复制", { 几份: 2 }));
  await door(["rename"], () => act(host, token(host, "打手 3"), "改名", { 名字: "老六" }));
  await door(["give-character"], async () => {
    await token(host, "打手 2").click();
    await menu(host).getByLabel("由谁扮演").selectOption({ label: "阿澈" });
    await host.page.keyboard.press("Escape");
  });
  await door(["remove-character"], () => act(host, token(host, "打手 2"), "退场"));
  await door(["write-notes"], () => act(host, token(host, "打手"), "写笔记", { 笔记: "怕火" }));
  await door(["let-hazard-act"], () => act(host, token(host, "火势"), "发作"));
  await door(["roll-secretly"], () => act(host, token(host, "打手"), "暗骰", {}));
  await door(["move"], async () => {
    for (const who of ["打手", "老六"]) await act(host, token(host, who), "移动", { 区域: "栈桥" });
    await yan.button("移到这里", area(yan, "栈桥")).click();
  });

  // Aspects and points.
  await door(["grant-free"], () => act(host, card(host, "浓雾"), "给免费援引", { 谁: "阿岚" }));
  await door(["hand-free"], () =>
    act(yan, card(yan, "浓雾"), "阿岚让出免费援引", { 谁: "沈知远" }),
  );
  await door(["adjust-points"], () =>
    act(host, token(host, "阿岚"), "给命运点", { 几点: 3, 理由: "好戏" }),
  );
  await door(["declare"], () =>
    act(yan, token(yan, "阿岚"), "花 1 点添细节", { 细节: "这条船我坐过" }),
  );
  await door(["set-stress"], () => act(host, token(host, "阿岚"), "改生理压力", { 标记几格: 1 }));

  // Compels.
  const over = (person: Person) => person.page.locator(".over");
  await door(["compel", "accept-compel"], async () => {
    await act(host, token(host, "阿岚"), "强迫", { 麻烦: "灯全灭了" });
    await yan.button(/就这样/, over(yan)).click();
  });
  await door(["refuse-compel"], async () => {
    await act(host, token(host, "阿岚"), "强迫", { 麻烦: "灯又灭了" });
    await over(yan).getByLabel("为什么没有发生").fill("我带了手电");
    await yan.button(/不，忍住了/, over(yan)).click();
  });
  await door(["withdraw-compel"], async () => {
    await act(host, token(host, "阿岚"), "强迫", { 麻烦: "门锁了" });
    await host.button("撤回", strip(host)).click();
  });
  await door(["claim-compel"], async () => {
    await act(yan, token(yan, "阿岚"), "追溯强迫", { 麻烦: "我看见了不该看的" });
    await host.button(/同意强迫/, over(host)).click();
  });
  await door(["propose-compel"], async () => {
    await act(yan, token(yan, "阿岚"), "付 1 点建议强迫沈知远", { 麻烦: "他走神了" });
    await host.button(/不同意/, over(host)).click();
  });
  await door(["compel-group"], async () => {
    await act(host, stakes(), "强迫全体", { 麻烦: "谁都看不见谁" });
    for (const person of [yan, shen]) await person.button(/就这样/, over(person)).click();
  });

  // An action from its declaration to its last choice.
  /** Sets out on something the host puts out of reach. */
  async function setOut(skill: string): Promise<void> {
    await yan.button("行动", strip(yan)).click();
    await yan.button(new RegExp(`^${skill}`), work(yan)).click();
    await yan.button("就这样", strip(yan)).click();
    await work(host).getByLabel("难度", { exact: true }).fill("18");
    await host.button("就这样", strip(host)).click();
    await expect(yan.button(/^掷骰/, strip(yan))).toBeVisible();
  }
  await door(["act", "oppose"], () => setOut("意志"));
  await door(["help"], () => act(shen, besides(shen), "协助", {}));
  await door(["state"], () => act(host, besides(host), "加值", { 修正: 1, 理由: "顺风" }));
  await door(["cancel"], () => yan.button("取消", strip(yan)).click());
  await door(["use-stunt"], async () => {
    await setOut("格斗");
    await act(yan, besides(yan), /^特技“影中搏击/);
  });
  await door(["roll"], () => yan.button(/^掷骰/, strip(yan)).click());
  await door(["invoke"], () => yan.page.locator(".hand-of-fate .ic.lit").first().click());
  await door(["let-stand"], () => yan.button("就这样", strip(yan)).click());
  await door(["choose"], () => work(yan).locator(".ways button").first().click());
  await door(["point-unknown"], async () => {
    await yan.button("行动", strip(yan)).click();
    await yan.button("探查", work(yan)).click();
    await yan.button("就这样", strip(yan)).click();
    await host.button(/^是.*地板下有人/, work(host)).click();
    await host.button("就这样", strip(host)).click();
    await expect(yan.button("取消", strip(yan))).toBeVisible();
    await yan.button("取消", strip(yan)).click();
  });

  // A challenge, a contest.
  await door(["set-challenge"], () =>
    act(host, stakes(), "设下挑战", { 标题: "逃出火场", "任务 1": "破门", "任务 2": "救人" }),
  );
  await door(["end-challenge"], () => act(host, stakes(), "结束挑战"));
  await door(["set-contest"], () =>
    act(host, stakes(), "开始竞争", {
      标题: "追逐",
      "第 1 方叫什么": "我们",
      "第 2 方叫什么": "他们",
    }),
  );
  await door(["name-twist"], async () => {
    await yan.button("竞争出力", strip(yan)).click();
    await yan.button("就这样", strip(yan)).click();
    await yan.button(/^掷骰/, strip(yan)).click();
    await settle(yan);
    const ours = await total(yan);
    await yan.button("就这样", strip(yan)).click();
    for (const person of all) await settle(person);
    await token(host, "打手").click();
    await host.button("替打手行动").click();
    await host.button("竞争出力", strip(host)).click();
    await host.button("就这样", strip(host)).click();
    await host.button(/^掷骰/, strip(host)).click();
    await settle(host);
    const lead = ours - (await total(host));
    if (lead !== 0) {
      await host.button("细看", strip(host)).click();
      const more = await host.more(work(host), "打手 · 竞争");
      await host.take(more, lead > 0 ? /^加值/ : /^减值/, { 修正: lead, 理由: "抄近路" });
    }
    await host.button("就这样", strip(host)).click();
    await act(host, host.button("写下转折", strip(host)), "写下转折", { 形象: "桥断了" });
  });
  await door(["end-contest"], () => act(host, stakes(), "结束竞争"));
  await door(["remove-aspect"], () =>
    act(host, card(host, "桥断了"), "移除", { 为什么不再属实: "修好了" }),
  );

  // A conflict: turns, an attack on two, a defence, hits.
  await door(["begin-conflict"], () => act(host, stakes(), "开始冲突", { 老六: "不参加" }));
  await door(["join-conflict"], () => act(host, token(host, "老六"), "加入冲突", {}));
  await door(["pass-turn"], () => host.button("下一个轮到阿岚").click());
  await door(["split", "defend"], async () => {
    await act(yan, token(yan, "打手"), "攻击");
    await yan.button("老六", work(yan).getByRole("group", { name: "还打谁" })).click();
    await yan.button("就这样", strip(yan)).click();
    await yan.button(/^掷骰/, strip(yan)).click();
    await settle(yan);
    await yan.button("就这样", strip(yan)).click();
    await yan.button("就这样", strip(yan)).click();
    for (const person of all) await settle(person);
    await host.button("就这样", strip(host)).click();
  });
  // Back to before the attack.
  await expect(async () => {
    await host.page.getByRole("button", { name: "撤销" }).click();
    await expect(yan.button("全力防御", strip(yan))).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await door(["hit", "absorb"], async () => {
    await act(host, token(host, "沈知远"), "承受生理压力", { 几点: 1 });
    await shen.button(/^第 1 格/, work(shen)).click();
    await shen.button("承受", strip(shen)).click();
  });
  await door(["go-out"], async () => {
    await act(host, token(host, "沈知远"), "承受生理压力", { 几点: 1 });
    await shen.button("退出战斗", strip(shen)).click();
  });
  await door(["stay-out"], () => act(host, token(host, "沈知远"), "不回来", {}));
  await door(["bring-back"], () => act(host, token(host, "沈知远"), "回来"));
  await door(["defend-fully"], async () => {
    await act(yan, yan.button("全力防御", strip(yan)), "全力防御", { 防御什么: "一切" });
  });
  await door(["concede"], () => act(yan, token(yan, "阿岚"), "认输", { 怎么退场: "跳进海里" }));
  await door(["end-conflict"], () => act(host, stakes(), "结束冲突"));

  // Growth and mended sheets.
  await door(["grant-milestone", "improve"], async () => {
    await act(host, token(host, "阿岚"), "给里程碑", { 种类: "篇章终结的突破" });
    await yan.button("选成长", strip(yan)).click();
    await yan.button(/^重置提升 1 点/).click();
    await yan.button("就这样", yan.page.locator("form.change")).click();
  });
  await door(["close-milestone"], () => yan.button(/^里程碑完成/).click());
  await door(["mend", "nod-mend"], async () => {
    await yan.page.locator(".hole").first().getByRole("button").click();
    const form = menu(yan).locator("form.offer");
    await form.getByLabel("形象", { exact: true }).fill("夜路走惯了");
    await yan.button("就这样", form).click();
    await host.button(/^同意/, work(host)).click();
    await expect(card(yan, "夜路走惯了").first()).toBeVisible();
  });
  await door(["decline-mend"], async () => {
    await act(yan, token(yan, "阿岚"), /^改简介/, { 简介: "二十七岁" });
    await host.button("不同意", work(host)).click();
  });

  // Scenes to come.
  await door(["end-scene"], () => act(host, ending(), "结束场景"));
  await door(["prepare-scene", "change-prepared"], async () => {
    await openDesk(host);
    for (const 标题 of ["后台", "仓库"]) {
      await host.button("新场景", desk(host)).click();
      await host.button(/^准备场景/, desk(host)).click();
      const form = host.page.locator("form.offer");
      await fill(form, { 标题 });
      await host.button("就这样", form).click();
      await host.button(new RegExp(`^${标题}`), desk(host)).click();
      await expect(host.page.getByRole("article", { name: 标题 })).toBeVisible();
    }
    const ready = host.page.getByRole("article", { name: "仓库" });
    for (const 区域 of ["装卸区", "二楼"])
      await act(host, host.button("改", ready), "加区域", { 区域 });
    await act(host, host.button("改", ready), "设阻隔", {});
  });
  await door(["drop-prepared"], async () => {
    await host.button(/^后台/, desk(host)).click();
    await act(host, host.button("改", host.page.getByRole("article", { name: "后台" })), "撤下");
  });
  await door(["start-prepared"], async () => {
    await host.button(/^仓库/, desk(host)).click();
    await host.button("推上台", host.page.getByRole("article", { name: "仓库" })).click();
  });

  // Conditions that absorb nothing are of rules of their own (P-41).
  const own = await host.openTable(server.url, /^风落镇/, "欠人情的镇子", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await sitDown(yan, own, "小周");
  await door(["mark-condition"], async () => {
    await yan.button("选角色").click();
    await yan.button("用小满这张卡").click();
    await expect(yan.sheet.getByRole("article").first()).toBeVisible();
    await yan.button("关闭").click();
    await act(host, host.button("开始场景", strip(host)), "开始场景", { 标题: "集市" });
    await act(yan, token(yan, "小满"), /^记上：欠人情/);
    await expect(card(yan, "欠人情").first()).toBeVisible();
  });

  expect(commandsOf("Fate").filter((one) => !done.has(one))).toEqual([]);
});
