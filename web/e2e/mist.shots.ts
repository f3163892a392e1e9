/** What the mist family's pages look like, by the names of the mock-ups; not a test. */
import { test, type Browser } from "@playwright/test";
import { playOffers, type Json } from "./line";
import {
  act,
  begin,
  choose,
  chips,
  clear,
  fill,
  popover,
  rollTo,
  setScene,
  stage,
  strip,
} from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { picture, pictureAt, pictureIn } from "./pictures";
import { Server } from "./server";

const server = Server.forFile();

type World = {
  ruleset: RegExp;
  name: string;
  title: string;
  scene: string;
  text: string;
  tags: string[];
  first: { name: string; text: string; limit: string; tier: number; tag: string; status: string };
  second: { name: string; text: string; limit: string; tier: number; tag: string };
  threat: string;
  harm: string;
  deed: string;
};

const TALES: World = {
  ruleset: /奇谈/,
  name: "",
  title: "雾中一夜",
  scene: "雨夜的旧码头",
  text: "潮水退到桩脚，雾从仓库的门缝里渗出来。",
  tags: ["浓雾", "打滑的木板", "远处的汽笛"],
  first: {
    name: "看守仓库的无面人",
    text: "没有脸，却在听。",
    limit: "击退",
    tier: 4,
    tag: "锈死的锁",
    status: "警觉",
  },
  second: {
    name: "涨潮",
    text: "再过一刻钟，栈桥就没了。",
    limit: "淹没",
    tier: 5,
    tag: "湍急的回流",
  },
  threat: "把人拖进雾里",
  harm: "迷失",
  deed: "折一只纸鸟，从门缝里飞进去",
};
const BUREAU: World = {
  ruleset: /迷雾部/,
  name: "bureau-",
  title: "第七档案室",
  scene: "地下三层，旧卷宗库",
  text: "灯管嗡鸣。第 414 号柜的抽屉自己弹开了一格。",
  tags: ["惨白灯光", "积灰", "断电的门禁"],
  first: {
    name: "414 号柜",
    text: "它在替你归档。",
    limit: "封存",
    tier: 4,
    tag: "冰冷的铁皮",
    status: "饥饿",
  },
  second: {
    name: "内线电话",
    text: "响了十一声，没有人打来。",
    limit: "查明",
    tier: 3,
    tag: "倒着说话的声音",
  },
  threat: "把一个名字归档",
  harm: "被遗忘",
  deed: "按住抽屉，听它上一次合上时的声音",
};
const CITY: World = {
  ruleset: /迷雾之城/,
  name: "city-",
  title: "霓虹债",
  scene: "夜航旅馆，十四楼",
  text: "雨打在招牌上。金库的门开着一条缝，像在等人。",
  tags: ["倾盆大雨", "停电的楼层", "耳机里的杂音"],
  first: {
    name: "当铺老板 · 金九爷",
    text: "他收的不是东西，是日子。",
    limit: "说服",
    tier: 4,
    tag: "欠条如山",
    status: "起疑",
  },
  second: {
    name: "巡夜的黑车",
    text: "第三次从楼下开过去。",
    limit: "甩开",
    tier: 5,
    tag: "认得你们的车牌",
  },
  threat: "收走一个人的明天",
  harm: "失神",
  deed: "对着对讲机，让整栋楼听见九爷自己的声音",
};

type Three = { host: Person; yan: Person; chao: Person };

/** A host and two players, one of them on a phone, with a scene between them. */
async function sit(browser: Browser, world: World): Promise<Three> {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, { ...PHONE, theme: "light" });
  const invite = await host.openTable(server.url, world.ruleset, world.title, "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await strip(host).waitFor();
  await yan.sitDown(invite, "阿澈");
  await chao.page.goto(invite);
  await chao.page.getByLabel("大家怎么称呼你").fill("小周");
  await chao.button("入座").click();
  await strip(chao).waitFor();
  if (world === TALES) {
    await picture(host, "table-mist-empty-host-wide");
    await pictureAt(host, "phone", "table-mist-empty-host-phone");
    await picture(chao, "table-mist-empty-player-phone");
  }
  await playOffers(yan.page, [{ find: { do: "take-example" } }]);
  await playOffers(chao.page, [{ find: { do: "take-example" }, put: { example: "diver" } }]);
  await setScene(host, { 标题: world.scene, 描述: world.text });
  const { first, second } = world;
  const challenge = (one: typeof second, threats: Json) => ({
    "challenge/name": one.name,
    "challenge/text": one.text,
    "challenge/limits/0/status": one.limit,
    "challenge/limits/0/tier": one.tier,
    "challenge/tags": [one.tag],
    "challenge/threats": threats,
  });
  const threat = {
    text: world.threat,
    at: [],
    harms: [{ kind: "status", name: world.harm, tier: 2 }],
    hidden: false,
  };
  await playOffers(host.page, [
    ...world.tags.map((name) => ({ find: { do: "add-tag", on: "scene" }, put: { name } })),
    { find: { do: "add-challenge" }, put: challenge(first, [threat]) },
    { find: { do: "add-challenge" }, put: challenge(second, []) },
    { find: { do: "add-clue" }, put: { text: "名单上被划去的第七个名字" } },
    { find: { do: "add-clue" }, put: { text: "仓库的钥匙是铅铸的" } },
  ]);
  const more = (name: string) => host.button(`更多操作 ${name}`, stage(host));
  await act(host, more(first.name), "给予状态", { 名字: first.limit, 等级: 2 });
  await act(host, more(first.name), "给予状态", { 名字: first.status, 等级: 2 });
  await act(host, more(first.name), "加极限", { 状态: "被认出", 等级: 3, 只有主持人看见: true });
  await act(host, more(second.name), "给予状态", { 名字: second.limit, 等级: 2 });
  if (world === TALES) {
    await playOffers(host.page, [
      { find: { do: "add-clock" }, put: { name: "涨潮", boxes: 6, text: "栈桥没入水中" } },
    ]);
  }
  await host.page.getByLabel("怎么说").selectOption({ label: "旁白" });
  await host.say("雨停的时候，码头上的灯一盏一盏地灭了。");
  await yan.page.getByLabel("怎么说").selectOption({ label: "角色说" });
  await yan.say("别出声。它在听。");
  await chao.turnTo("现场");
  return { host, yan, chao };
}

/** Puts an action together: two that help, one burnt, one that hinders. */
async function pick(person: Person): Promise<void> {
  const all = chips(person);
  const free = person.phone ? all : stage(person).locator("[data-hand] .chip.can:not(.weakness)");
  await free.nth(0).click();
  await free.nth(2).click();
  await free.nth(2).click();
  await strip(person).locator(".odds").waitFor();
  await person.page.mouse.move(2, 2);
  await person.page.waitForTimeout(400);
}

/** Power is spent; a consequence comes down, is answered, and what is left of it lands. */
async function consequences(host: Person, yan: Person, world: World): Promise<void> {
  await picture(yan, "roll-mist-spend-wide");
  await pictureAt(yan, "phone", "roll-mist-spend-phone");
  await stage(yan).locator(".track .buy").first().click();
  await yan.button("落定", strip(yan)).click();
  const enough = yan.button("到此为止", strip(yan));
  await yan.page.waitForTimeout(500);
  if (await enough.isVisible()) await enough.click();

  await host.button("给予状态", stage(host)).click();
  await stage(host).getByLabel("描述", { exact: true }).fill("雾合上了。你身后没有门，也没有岸。");
  await stage(host).getByLabel("状态", { exact: true }).fill(world.harm);
  await stage(host).getByRole("radio", { name: "3", exact: true }).check();
  await picture(host, "consequence-host-wide");
  await pictureAt(host, "phone", "consequence-host-phone");
  await host.button("让它去", strip(host)).click();
  await yan.button("承受", strip(yan)).waitFor();
  await picture(yan, "consequence-incoming-wide");
  await pictureAt(yan, "phone", "consequence-incoming-phone");
  await yan.button(/^(缓解|反应)$/, strip(yan)).click();
  await fill(yan, { 描述: "抓住一只纸鸟的尾羽，贴着墙走" });
  await stage(yan).locator("[data-hand] .chip.can:not(.weakness)").first().click();
  await strip(yan).locator(".odds").waitFor();
  await picture(yan, "consequence-mitigate-wide");
  await pictureAt(yan, "phone", "consequence-mitigate-phone");
  await host.button("全部计入", strip(host)).click();
  await yan.button("掷骰", strip(yan)).waitFor();
  await rollTo(host, yan, ["mixed", "full"]);
  await clear(host);
  await yan.page.waitForTimeout(400);
  await picture(yan, "consequence-stop-wide");
  await pictureAt(yan, "phone", "consequence-stop-phone");
  await yan.button("剩下的落下", strip(yan)).click();
}

for (const world of [TALES, BUREAU, CITY]) {
  test(`the stage of ${world.title}`, async ({ browser }) => {
    const { host, yan, chao } = await sit(browser, world);
    const { name } = world;
    await picture(yan, `table-mist-${name}rest-wide`);
    await picture(chao, `table-mist-${name}rest-phone`);
    await pictureAt(yan, "middle", `table-mist-${name}rest-middle`);
    if (world === TALES) {
      await chao.turnTo("角色");
      await picture(chao, "table-mist-sheet-phone");
      await chao.turnTo("现场");
      await host.button(`更多操作 ${world.first.name}`, stage(host)).click();
      await popover(host).waitFor();
      await host.page.waitForTimeout(400);
      await picture(host, "table-mist-popover-host-wide");
      await pictureAt(host, "phone", "table-mist-popover-phone");
      await host.page.keyboard.press("Escape");
      await pictureIn(yan, "table-mist-rest-wide");
    }
    if (world === CITY) {
      await chao.turnTo("故事");
      await picture(chao, "table-mist-city-story-phone");
      await chao.turnTo("现场");
    }

    await begin(yan, world.deed);
    await pick(yan);
    await picture(yan, `table-mist-${name}pick-wide`);
    await picture(host, `table-mist-${name}review-host-wide`);
    await pictureAt(host, "phone", `table-mist-${name}review-host-phone`);
    await host.button("全部计入", strip(host)).click();
    await yan.button("掷骰", strip(yan)).waitFor();
    for (const person of [host, yan, chao]) await person.keepRolls();
    const fall = async () => {
      await yan.button("掷骰", strip(yan)).click();
      const tone = await yan.page.waitForFunction(
        () => document.querySelector<HTMLElement>(".over .event .word")?.dataset.tone,
      );
      return tone.jsonValue();
    };
    for (let tries = 0; tries < 60 && (await fall()) !== "mixed"; tries += 1) {
      await clear(yan);
      await host.page.getByRole("button", { name: "撤销" }).click();
    }
    await picture(yan, `roll-mist-${name}wide`);
    await picture(chao, `roll-mist-${name}phone`);
    for (const person of [host, yan, chao]) await clear(person);
    if (world === TALES) await consequences(host, yan, world);
    if (world === BUREAU) return;

    await clear(chao);
    await begin(chao, world.deed);
    await pick(chao);
    await picture(chao, `table-mist-${name}pick-phone`);
    await chao.button("放下", strip(chao)).click();

    if (world !== TALES) return;
    await chao.button("更多操作", strip(chao)).click();
    await choose(chao, /彻底浸入|超限解放/);
    await fill(chao, { 目的: "让雾退开" });
    await host.button(/^定为/, stage(host)).nth(1).click();
    await chao.page.waitForTimeout(400);
    await picture(host, "plunge-wide");
    await picture(chao, "plunge-phone");
  });
}

/** Says lines one after another, each once the one before was answered. */
async function type(person: Person, ...lines: string[]): Promise<void> {
  const box = person.page.getByLabel("说话或输入指令");
  // A full page lies over the story.
  const close = person.page.getByRole("main").getByRole("button", { name: /^(合上|关闭|关上)$/ });
  if (!person.phone && (await close.first().isVisible())) await close.first().click();
  for (const line of lines) {
    await person.say(line);
    await person.page.waitForFunction(
      (field) => (field as HTMLInputElement).value === "",
      await box.elementHandle(),
    );
    await person.page.waitForTimeout(250);
  }
}

/** A host and two who play 沈砚 and 陆潮, one of them on a phone. */
async function seated(browser: Browser, ruleset: RegExp, title: string): Promise<Three> {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, { ...PHONE, theme: "light" });
  const invite = await host.openTable(server.url, ruleset, title, "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await strip(host).waitFor();
  await yan.sitDown(invite, "阿澈");
  await chao.page.goto(invite);
  await chao.page.getByLabel("大家怎么称呼你").fill("小周");
  await chao.button("入座").click();
  await strip(chao).waitFor();
  await playOffers(yan.page, [{ find: { do: "take-example" } }]);
  await playOffers(chao.page, [{ find: { do: "take-example" }, put: { example: "diver" } }]);
  await type(host, ".auto on");
  return { host, yan, chao };
}

/** Opens the file of the case, wherever the person stands. */
async function openFile(person: Person): Promise<void> {
  const page = person.page.getByRole("region", { name: "书写档案" });
  await person.turnTo("现场");
  if (await page.isVisible()) return;
  await person
    .button(/^书写档案$/, stage(person))
    .first()
    .click();
  await page.waitFor();
  await person.page.waitForTimeout(500);
}

test("the case file of 第七档案室", async ({ browser }) => {
  const { host, yan, chao } = await seated(browser, /迷雾部/, "第七档案室");
  await type(
    host,
    ".scene 地下三层，旧卷宗库: 灯管嗡鸣。第 414 号柜的抽屉自己弹开了一格。",
    ".file name 替人归档的柜子",
    ".mystery 它是什么？-2",
    ".mystery 它怎样挑人？-2",
    ".mystery 怎样压制它？-2",
    ".clue 抽屉只在灯闪的时候打开",
    ".clue 十年前的借阅人都姓沈",
    ".clue 被归档的人，工牌照片先褪色",
    ".clue 念出名字，抽屉停了一拍",
    ".clue 封条上是第一任主任的笔迹",
    ".clue ?柜门背面刻着一个日期",
    ".phase 书写档案",
  );
  await type(
    yan,
    ".file deduce 它是什么 | 十年前的借阅台 | 十年前 被归档: 一只替人归档的柜子。谁被忘掉，它就收下谁。",
    ".hand 6 3 1 .go",
    ".file deduce 它怎样挑人 | 上周的夜班 | 抽屉只在 被归档: 它只在夜里醒来。",
    ".hand 1 2 1 .go",
  );
  await type(host, ".file refute: 正午的监控里，抽屉也开着", ".pass");
  await type(
    yan,
    ".file deduce 它怎样挑人 | 昨夜 | 抽屉只在 被归档: 灯一闪，它就翻一页名单。",
    ".hand 4 3 2 .go",
  );
  await type(host, ".hit @沈砚 trait 被叫错名字时，它会加快: 抽屉又弹开一格");
  await type(yan, ".take");
  await openFile(yan);
  await picture(yan, "case-file-bureau-wide");
  await openFile(host);
  await picture(host, "case-file-host-wide");
  await openFile(chao);
  await picture(chao, "case-file-bureau-phone");
  for (const person of [yan, chao]) {
    const page = person.page.getByRole("region", { name: "书写档案" });
    await person.button("写下结论", page).first().click();
    await page.getByLabel("结论", { exact: true }).fill("由同姓的人念出全名，亲手合上抽屉。");
    await person.button(/^检验/, page).click();
    await page.locator("[data-clue]").nth(3).click();
    await page.locator("[data-clue]").nth(4).click();
    await person.page.waitForTimeout(600);
    await picture(person, `case-file-bureau-write-${person.phone ? "phone" : "wide"}`);
    if (person.phone) await person.button("先放下", strip(person)).click();
  }
  await yan.button("检验", strip(yan)).click();
  await openFile(chao);
  for (const person of [yan, chao]) await person.keepRolls();
  await type(yan, ".hand 7 4 2 .go");
  await yan.page.waitForTimeout(1200);
  await picture(yan, "case-file-bureau-verdict-wide");
  await picture(chao, "case-file-bureau-verdict-phone");
  await clear(yan);
  await clear(chao);
  await type(host, ".scene end", ".phase 压制", ".phase 幕间", ".phase 切入");
  for (const person of [yan, chao]) {
    await openFile(person);
    await person.button(/^往案/).click();
    await person.page.waitForTimeout(500);
    await picture(person, `case-file-archive-${person.phone ? "phone" : "wide"}`);
  }
});

test("the case file of 雾中一夜, and the debrief", async ({ browser }) => {
  const { host, yan, chao } = await seated(browser, /奇谈/, "雾中一夜");
  await type(
    host,
    ".scene 雨夜的旧码头: 潮水退到桩脚，雾从仓库的门缝里渗出来。",
    ".file name 第七个名字",
    ".countdown 4",
    ".index 复杂度 1",
    ".index 危险度 2",
    ".index 影响度 1",
    ".clue 名单上被划去的第七个名字",
    ".clue 仓库的钥匙是铅铸的",
    ".clue 听见名字的人都往海里走",
    ".clue 灯塔熄灭的那一夜没有风",
    ".status 湿冷-1 @沈砚",
    ".status 迷失-2 @沈砚",
  );
  await type(
    yan,
    ".act 过目不忘 !夜班的静默 -分不清谁在说话: 认出名单上的笔迹",
    ".hand 6 6 .go",
    ".done",
  );
  await type(host, ".phase 书写档案");
  await type(
    yan,
    ".file answer 复杂度 | 名单 听见: 一份还在点名的乘客名单。",
    ".hand 5 5 .go",
    ".file answer 危险度 | 听见 灯塔 -仓库: 谁的名字被念到，谁就走进海里。",
    ".hand 4 5 .go",
  );
  await openFile(yan);
  await picture(yan, "case-file-2d6-wide");
  await openFile(chao);
  await picture(chao, "case-file-2d6-phone");
  for (const person of [yan, chao]) {
    const page = person.page.getByRole("region", { name: "书写档案" });
    await person
      .button(/作答|写下结论/, page)
      .first()
      .click();
    await page.getByLabel("结论", { exact: true }).fill("替它把最后一个名字念完。");
    await page.locator("[data-clue]").nth(0).click();
    await page.locator("[data-clue]").nth(2).click();
    await person.page.waitForTimeout(600);
    await picture(person, `case-file-2d6-write-${person.phone ? "phone" : "wide"}`);
    if (person.phone) await person.button("先放下", strip(person)).click();
  }
  await yan.button("作答", strip(yan)).click();
  await yan.keepRolls();
  await type(yan, ".hand 1 2 .go");
  await yan.page.waitForTimeout(1200);
  await picture(yan, "case-file-2d6-verdict-wide");
  await clear(yan);
  await type(host, ".scene end", ".phase 压制", ".pass", ".pass", ".phase 述职");
  await type(
    yan,
    ".mark 掌控 旧物低语: 烧掉了会说话的那一页，手上留了疤",
    ".recall 放弃 档案员",
    ".recall 状态 迷失 1",
  );
  const back = async (person: Person) => {
    await person.turnTo("现场");
    const page = person.page.getByRole("region", { name: "回望" });
    if (!(await page.isVisible())) await person.button("回望").first().click();
    await page.waitFor();
    await person.page.waitForTimeout(500);
  };
  await back(yan);
  await picture(yan, "looking-back-2d6-wide");
  await back(chao);
  await picture(chao, "looking-back-2d6-phone");
  await type(yan, ".mark 掌控 旧物低语: 又一次", ".mark 掌控 旧物低语: 第三次");
  await back(yan);
  await picture(yan, "looking-back-growth-wide");
  await pictureAt(yan, "phone", "looking-back-growth-phone");
  await type(chao, ".mark 沉溺 影中之水: 一", ".mark 沉溺 影中之水: 二", ".mark 沉溺 影中之水: 三");
  await back(chao);
  await picture(chao, "looking-back-lost-phone");
  await yan.button(/^陆潮/, yan.page.getByRole("navigation", { name: "角色" })).click();
  await yan.page.waitForTimeout(400);
  await picture(yan, "looking-back-lost-wide");
  await type(host, ".phase 调查");
  await openFile(yan);
  await yan.button(/^往案/).click();
  await yan.page.waitForTimeout(500);
  await picture(yan, "case-file-archive-2d6-wide");
});

test("making a character, and 落幕 of 霓虹债", async ({ browser }) => {
  const { host, yan } = await seated(browser, /迷雾之城/, "霓虹债");
  await type(host, ".status 划伤-2 @沈砚", ".phase 大干一票", ".phase 落幕");
  await type(yan, ".mark 共鸣 旧物低语: 听完了，也记住了", ".recall 衰退 旧物低语");
  await yan.button("回望").first().click();
  await yan.page.waitForTimeout(600);
  await picture(yan, "looking-back-city-wide");
  for (const screen of [WIDE, { ...PHONE, theme: "light" as const }]) {
    const maker = await Person.arrive(browser, screen);
    const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
    await maker.page.goto(invite);
    await maker.page.getByLabel("大家怎么称呼你").fill("阿澈");
    await maker.button("入座").click();
    await strip(maker).waitFor();
    await maker.turnTo("角色");
    await maker.button("自己造", stage(maker)).first().click();
    await maker.page.getByLabel("名字", { exact: true }).fill("顾遥");
    await maker.button("下一步").click();
    await maker.page.waitForTimeout(400);
    await maker.button("下一步").click();
    await maker.page.getByLabel("标题", { exact: true }).fill("纸上的乌鸦");
    await maker.page.getByLabel("主题标签", { exact: true }).fill("折纸成鸟");
    await maker.page.getByLabel("力量标签 2", { exact: true }).fill("借鸟的眼睛看");
    await maker.page.waitForTimeout(400);
    await picture(maker, `maker-mist-${maker.phone ? "phone" : "wide"}`);
  }
});
