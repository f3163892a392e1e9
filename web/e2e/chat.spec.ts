/** Two play in a chat group, a third sits in the page: one table, one log (C-20, C-24). */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, type Browser } from "@playwright/test";
import { PHONE, Person, WIDE } from "./people";
import { Server } from "./server";

const PEERS = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "peers");
const REAL = resolve("../crates/bridge/tests/peers/real");
const GROUP = "700";

type Sent = { to: string; id: string; text: string };

async function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      probe.close(() => found(address.port));
    });
  });
}

/** The simulator of an implementation of OneBot v11, and the people in its group. */
class Chat {
  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    readonly control: number,
  ) {}

  static async start(): Promise<Chat> {
    const [port, control] = [await freePort(), await freePort()];
    const words = [join(REAL, "onebot_impl.py"), "--port", `${port}`, "--control", `${control}`];
    const child = spawn(join(PEERS, "venv/bin/python"), words, { stdio: "ignore" });
    const chat = new Chat(child, port, control);
    await expect(async () => expect(await chat.call("sent")).toBeTruthy()).toPass();
    return chat;
  }

  async call<T>(what: string, body: object = {}): Promise<T> {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`http://127.0.0.1:${this.control}/${what}`, init);
    return (await answer.json()) as T;
  }

  async say(user: string, name: string, text: string): Promise<void> {
    await this.call("say", { group: GROUP, user, name, text });
  }

  /** Waits until the group, or a person in private, was told something. */
  async told(text: string | RegExp, to = GROUP): Promise<string> {
    const found = async () => {
      const sent = await this.call<Sent[]>("sent");
      return sent.find((it) => it.id === to && it.text.search(text) >= 0)?.text ?? "";
    };
    const came = expect.poll(found, { timeout: 30_000, message: `${text} to ${to}` }).not.toBe("");
    await came.catch(async (fault: unknown) => {
      const sent = await this.call<Sent[]>("sent");
      const last = sent.slice(-12).map((it) => `[${it.id}] ${it.text}`);
      throw new Error(`${String(fault)}\nThere was:\n${last.join("\n")}`);
    });
    return found();
  }
}

/** What a test plays at: a group of two in the chat, a host and a third in the page. */
type Evening = {
  chat: Chat;
  server: Server;
  host: Person;
  third: Person;
  /** Somebody of the group types, and the group is told something of it. */
  typed: (user: Player, text: string, told: string | RegExp) => Promise<void>;
};

const RAIN = ["201", "小雨"] as const;
const NORTH = ["202", "阿北"] as const;
type Player = typeof RAIN | typeof NORTH;

/** A host opens a table, the group comes to it, two of it sit down, and a third by the page. */
async function evening(
  browser: Browser,
  ruleset: RegExp,
  play: (evening: Evening) => Promise<void>,
): Promise<void> {
  const chat = await Chat.start();
  const folder = await mkdtemp(join(tmpdir(), "mistline-chat-"));
  const settings = join(folder, "mistline.toml");
  await writeFile(settings, `[[chat]]\nkind = "onebot"\nurl = "ws://127.0.0.1:${chat.port}"\n`);
  const server = await Server.start("--config", settings);
  const typed = async ([user, name]: Player, text: string, told: string | RegExp) => {
    await chat.say(user, name, text);
    await chat.told(told);
  };
  try {
    await expect.poll(() => chat.call("peers")).toHaveLength(1);
    const host = await Person.arrive(browser, WIDE);
    const invite = await host.openTable(server.url, ruleset, "群里的一夜", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await host.say(".code");
    const code = host.page.getByText(/\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/).last();
    const [bind] = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await code.textContent()) ?? "") ?? [""];
    await typed(RAIN, `.table bind ${bind}`, "接到了「群里的一夜」");
    await typed(RAIN, ".join", "你是「群里的一夜」的小雨");
    await typed(NORTH, ".join", "你是「群里的一夜」的阿北");
    // A third person comes by the page, on a phone.
    const third = await Person.arrive(browser, PHONE);
    await third.sitDown(invite, "阿远");
    await play({ chat, server, host, third, typed });
    const sent = await chat.call<Sent[]>("sent");
    for (const it of sent) expect(it.text.length, it.text).toBeLessThan(1900);
  } finally {
    chat.child.kill("SIGKILL");
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function shots(host: Person, third: Person, name: string): Promise<void> {
  const to = process.env.MISTLINE_CHAT_SHOTS;
  if (!to) return;
  await host.page.screenshot({ path: join(to, `chat-${name}-wide.png`) });
  await third.page.screenshot({ path: join(to, `chat-${name}-phone.png`) });
}

test("c20 two in a chat group and one in the page play at one table", async ({ browser }) => {
  await evening(browser, /奇谈/, async ({ chat, server, host, third, typed }) => {
    await chat.say(...RAIN, ".pc take 陆潮");
    await chat.say(...NORTH, ".pc take 沈砚");
    await host.say(".scene 旧灯塔: 雾从海上漫上来");
    await chat.told("旧灯塔");
    await host.say(".scene next");
    await chat.told("行动");
    await typed(RAIN, ".act 潜入影子: 系好绳子下崖", "系好绳子下崖");
    await host.say(".ok");
    await chat.told("计入");
    await chat.say(...RAIN, ".go");
    await third.turnTo("故事");
    await expect(third.story.getByText(/系好绳子下崖/).first()).toBeVisible();
    await expect(host.rolls.last()).toContainText("陆潮行动");
    // What is said in the page is heard in the group, and the other way round.
    await third.say("我在灯下等你们");
    await chat.told("我在灯下等你们");
    await chat.say(...NORTH, "马上到");
    await expect(third.story.getByText("马上到")).toBeVisible();
    // A secret roll is for the one who made it; the page of another never learns of its number.
    await chat.say(...NORTH, ".rh 1d1+41 看看门后");
    await chat.told("42", "202");
    await expect(third.story.getByText("42")).toHaveCount(0);
    await shots(host, third, "mist");
    // The server is killed in the middle: page and group go on.
    await server.kill();
    await server.up();
    await host.say("服务器回来了");
    await chat.told("服务器回来了");
    await chat.say(...RAIN, "我也回来了");
    await expect(third.story.getByText("我也回来了")).toBeVisible();
    const sent = await chat.call<Sent[]>("sent");
    for (const once of ["我在灯下等你们", "服务器回来了", "系好绳子下崖"]) {
      const times = sent.filter((it) => it.id === GROUP && it.text.includes(once)).length;
      expect(times, once).toBe(1);
    }
  });
});

test("c20 an exchange of Fate in a chat group is seen in the page", async ({ browser }) => {
  await evening(browser, /^命运浓缩版/, async ({ chat, host, third, typed }) => {
    await typed(RAIN, ".pc take 阿岚", "主角阿岚登场");
    await host.say(".scene 码头: 夜里有雾");
    await chat.told("场景：码头");
    await host.say(".pc npc 打手甲; 高概念 黑帮打手; 技能 运动 2");
    await chat.told("打手甲登场");
    await typed(RAIN, ".f 攻击 格斗 vs @打手甲: 迎面一拳", "阿岚用格斗攻击");
    await host.say(".f 防御 运动");
    await chat.told("打手甲掷出");
    await typed(RAIN, ".stand", "阿岚接受这个结果");
    await host.say(".stand");
    await chat.told("打手甲接受这个结果");
    await chat.told(/阿岚：\S*(成功|平手|失败)/);
    await third.turnTo("故事");
    await expect(third.rolls.last()).toContainText("迎面一拳");
    // The other of the group and the third in the page see the same, and may both act.
    await typed(NORTH, ".pc", /阿岚/);
    await third.say(".r 4dF 我也看看");
    await chat.told("我也看看");
    await shots(host, third, "fate");
  });
});

const CARD =
  "年龄:20,体型:60,外貌:50,资产:50,等级:10,物理思维比值:500,体质:30,敏捷:35,力量:35,意志:30," +
  "教育:35,智力:35,医学及生命科学:20,工程与科技:20,军事与生存:20,文学:20,视觉及表演艺术:20";

test("c20 a Time Line fight of two a side in a chat group is seen in the page", async ({
  browser,
}) => {
  await evening(browser, /时间轴|Time Line/, async ({ chat, host, third, typed }) => {
    await typed(RAIN, `.tlsetup 姓名:甲,${CARD}`, "新角色：甲");
    await typed(NORTH, `.tlsetup 姓名:乙,${CARD}`, "新角色：乙");
    for (const name of ["匪", "盗"]) {
      await host.say(`.tlsetup 姓名:${name},${CARD}`);
      await chat.told(`新角色：${name}`);
    }
    await host.say(".bat open");
    await chat.told("战斗开始：甲、乙、匪、盗");
    await host.say(".bat @匪 力量 60 攻击 @甲");
    await chat.told("匪决定了行动");
    await host.say(".bat @盗 力量 60 攻击 @乙");
    await chat.told("盗决定了行动");
    await typed(RAIN, ".bat 力量 70 招架 @甲", "甲决定了行动");
    await typed(NORTH, ".bat 力量 40 攻击 @盗", "乙决定了行动");
    await host.say(".bat go");
    await chat.told(/—— [\d.]+T ——/);
    await third.turnTo("故事");
    await expect(third.story.getByText(/—— [\d.]+T ——|[\d.]+T/).first()).toBeVisible();
    // What somebody decided in the group was for their own eyes until it happened.
    await chat.told(/乙：攻击→盗/, "202");
    const before = await chat.call<Sent[]>("sent");
    const leaked = before.filter((it) => it.id === GROUP && /攻击→盗，影响/.test(it.text));
    expect(leaked).toEqual([]);
    await typed(RAIN, ".bat", /甲/);
    await shots(host, third, "timeline");
  });
});
