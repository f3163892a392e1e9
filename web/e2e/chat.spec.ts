/** Two play in a chat group, a third sits in the page: one table, one log (C-20, C-24). */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
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
    await expect.poll(found, { timeout: 30_000 }).not.toBe("");
    return found();
  }
}

test("c20 two in a chat group and one in the page play at one table", async ({ browser }) => {
  const chat = await Chat.start();
  const folder = await mkdtemp(join(tmpdir(), "mistline-chat-"));
  const settings = join(folder, "mistline.toml");
  await writeFile(settings, `[[chat]]\nkind = "onebot"\nurl = "ws://127.0.0.1:${chat.port}"\n`);
  const server = await Server.start("--config", settings);
  try {
    await expect.poll(() => chat.call("peers")).toHaveLength(1);
    const host = await Person.arrive(browser, WIDE);
    const invite = await host.openTable(server.url, /奇谈/, "群里的一夜", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await host.say(".code");
    const code = host.page.getByText(/\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/).last();
    const [bind] = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await code.textContent()) ?? "") ?? [""];
    await chat.say("201", "小雨", `.table bind ${bind}`);
    await chat.told("接到了「群里的一夜」");
    for (const [user, name] of [
      ["201", "小雨"],
      ["202", "阿北"],
    ] as const) {
      await chat.say(user, name, ".join");
      await chat.told(`你是「群里的一夜」的${name}`);
    }
    // A third person comes by the page, on a phone.
    const third = await Person.arrive(browser, PHONE);
    await third.sitDown(invite, "阿远");

    await chat.say("201", "小雨", ".pc take 陆潮");
    await chat.say("202", "阿北", ".pc take 沈砚");
    await host.say(".scene 旧灯塔: 雾从海上漫上来");
    await chat.told("旧灯塔");
    await host.say(".scene next");
    await chat.told("行动");
    await chat.say("201", "小雨", ".act 潜入影子: 系好绳子下崖");
    await chat.told("系好绳子下崖");
    await host.say(".ok");
    await chat.told("计入");
    await chat.say("201", "小雨", ".go");
    await third.turnTo("故事");
    await expect(third.story.getByText(/系好绳子下崖/).first()).toBeVisible();
    await expect(host.story.getByText(/陆潮/).first()).toBeVisible();
    // What is said in the page is heard in the group, and the other way round.
    await third.say("我在灯下等你们");
    await chat.told("我在灯下等你们");
    await chat.say("202", "阿北", "马上到");
    await expect(third.story.getByText("马上到")).toBeVisible();
    // A secret roll is for the one who made it; the page of another never learns of its number.
    await chat.say("202", "阿北", ".rh 1d1+41 看看门后");
    await chat.told("42", "202");
    await expect(third.story.getByText("42")).toHaveCount(0);
    if (process.env.MISTLINE_CHAT_SHOTS) {
      const shots = process.env.MISTLINE_CHAT_SHOTS;
      await host.page.screenshot({ path: join(shots, "chat-host-wide.png") });
      await third.page.screenshot({ path: join(shots, "chat-third-phone.png") });
    }
    // The server is killed in the middle: page and group go on.
    await server.kill();
    await server.up();
    await host.say("服务器回来了");
    await chat.told("服务器回来了");
    await chat.say("201", "小雨", "我也回来了");
    await expect(third.story.getByText("我也回来了")).toBeVisible();
    const sent = await chat.call<Sent[]>("sent");
    for (const once of ["我在灯下等你们", "服务器回来了", "系好绳子下崖"]) {
      const times = sent.filter((it) => it.id === GROUP && it.text.includes(once)).length;
      expect(times, once).toBe(1);
    }
  } finally {
    chat.child.kill("SIGKILL");
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
