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

const server = Server.forFile("--no-limits");

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
  await stage(host).getByLabel("等级", { exact: true }).fill("3");
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
