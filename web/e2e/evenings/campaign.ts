/**
 * A campaign of some evenings through the page: prepared on the desk, illustrated, played, undone,
 * looked back at, taken to another server; and what was hidden stays hidden (B-30, B-43 … B-52).
 */
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Browser } from "@playwright/test";
import {
  bring,
  desk,
  drawn,
  endSession,
  handout,
  lookBack,
  notebook,
  openDesk,
  openNotebook,
  openPanel,
  overhear,
  prepare,
  putLine,
  shot,
  write,
} from "../campaign";
import { expectAccessible, expectNoSidewaysScroll } from "../looks";
import { Person, PHONE, WIDE } from "../people";
import { Server } from "../server";

export type Table = { host: Person; yan: Person; chao: Person };
export type Group = {
  name: string;
  ruleset: RegExp;
  /** What the rules bring that is put into every scene. */
  thing: string;
  /** The host goes to the table, two players sit down, each with a character. */
  sit: (invite: string, table: Table) => Promise<void>;
  /** What is played in a scene, with something undone in it. */
  play: (table: Table, evening: number) => Promise<void>;
};

const SCENES = ["雨夜的旧码头", "档案馆地下室", "灯塔顶层", "退潮之后"];
/** What no player may ever be sent. */
const secretOf = (scene: string) => `${scene}：点灯的人就是她父亲`;
const HIDDEN_CLOCK = "数到七";
const HIDDEN_PAGE = "第七个名字的真相";
/** What only one player may be sent. */
const LETTER = "子时，老地方，一个人来";

export async function playCampaign(
  browser: Browser,
  group: Group,
  evenings: number,
): Promise<void> {
  const server = await Server.start();
  const elsewhere = await Server.start();
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const table = { host, yan, chao };
  const players = [yan, chao];
  const heard = new Map(players.map((player) => [player, overhear(player)]));
  const see = (person: Person, what: string) =>
    shot(person, `${group.name}-${what}-${person.phone ? "phone" : "wide"}`);
  let hiddenPicture = "";

  const invite = await host.openTable(server.url, group.ruleset, "雾中一夜", "林");
  await group.sit(invite, table);
  const address = new URL(host.page.url());
  const api = `/api/tables/${address.pathname.split("/").at(-1)}`;

  await test.step("b44 all evenings are prepared on the desk, each with its secrets", async () => {
    await openDesk(host);
    for (const scene of SCENES.slice(0, evenings)) {
      await prepare(host, scene, `${scene}，灯是灭的，机器还在转。`, secretOf(scene));
      await host.button(new RegExp(`^放进：${group.thing}`), desk(host)).click();
      await expect(host.button(`拿走：${group.thing}`, desk(host))).toBeVisible();
      await putLine(host, ".clock 退潮 4", "退潮");
      await putLine(host, `.clock ?${HIDDEN_CLOCK} 6`, HIDDEN_CLOCK);
    }
    // A picture for the first scene, and one to hand out in it.
    await host.button(new RegExp(`^${SCENES[0]}`), desk(host)).click();
    const file = async (name: string, colour: string) => ({
      name: `${name}.png`,
      mimeType: "image/png",
      buffer: await drawn(host, colour),
    });
    await desk(host)
      .getByLabel("给这一场放一张图")
      .setInputFiles(await file("码头", "#c99bb4"));
    await desk(host)
      .getByLabel("放一张图", { exact: true })
      .setInputFiles(await file("旧照片", "#b9c4ba"));
    await expect(host.button("旧照片", desk(host))).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(host.page);
    await see(host, "1-prep");
    await host.button("回桌边", desk(host)).click();
  });

  await test.step("b43 the host's page and picture are the host's; a player has a portrait", async () => {
    await openNotebook(host);
    await bring(host, "底牌", await drawn(host, "#2a8f5b"));
    const small = host.button("图：底牌", notebook(host)).locator("img");
    hiddenPicture = /pictures\/([^?]+)/.exec((await small.getAttribute("src"))!)![1]!;
    await write(host, HIDDEN_PAGE, secretOf(HIDDEN_PAGE), "只有自己");
    await host.page
      .getByRole("combobox", { name: "图", exact: true })
      .selectOption({ label: "底牌" });
    await host.button("存好", notebook(host)).click();
    await host.button("关闭", notebook(host)).click();
    await openNotebook(yan);
    await bring(yan, "自画像", await drawn(yan, "#7a5b34"));
    await yan.button("图：自画像", notebook(yan)).click();
    await yan.page
      .getByRole("dialog")
      .getByRole("button", { name: /^做.+的头像$/ })
      .click();
    await yan.button("关闭", notebook(yan)).click();
    const face = chao.page.locator(".face img").first();
    if (chao.phone) await chao.turnTo("现场");
    await expect(face).toBeAttached();
  });

  for (let evening = 1; evening <= evenings; evening += 1) {
    const scene = SCENES[evening - 1]!;
    await test.step(`b44 evening ${evening}: the scene is pushed onto the stage`, async () => {
      for (const player of players) {
        const all = heard.get(player)!();
        for (const later of SCENES.slice(evening - 1))
          expect(all.includes(later), later).toBe(false);
      }
      if (evening > 1) {
        const panel = await openPanel(host, "聚会");
        await panel.getByRole("button", { name: "开始聚会" }).click();
        await host.page.keyboard.press("Escape");
      }
      await openDesk(host);
      await host.button(new RegExp(`^${scene}`), desk(host)).click();
      await host.button("念出来", desk(host)).click();
      await host.button("推上台", desk(host)).click();
      await expect(desk(host)).toHaveCount(0);
      for (const player of players) {
        await player.turnTo("故事");
        await expect(player.story).toContainText(`${scene}，灯是灭的`);
        if (evening > 1) {
          await expect(player.button("上一场发生了什么", player.story).last()).toBeVisible();
        }
      }
    });

    await test.step(`b10 evening ${evening}: played`, async () => {
      await group.play(table, evening);
      await yan.turnTo("现场");
      await see(yan, `${evening}-played`);
      await yan.say("「别出声。它在听。」");
      await chao.say(".r 2d6 听一听");
    });

    await test.step(`b43 evening ${evening}: shown to all, and to one`, async () => {
      // The picture that was put into the first scene; later what is written at once.
      const shown = evening === 1 ? "旧照片" : `名单 ${evening}`;
      await host.say(evening === 1 ? `.show ${shown}` : `.show ${shown}: 第七行被划去了。`);
      for (const player of players) {
        await expect(handout(player)).toContainText(shown);
        await see(player, `${evening}-handout`);
        await player.button("收好").click();
      }
      await host.say(`.show @小周 密信 ${evening}: ${LETTER}${evening}。`);
      await expect(handout(yan)).toContainText(LETTER);
      await expect(handout(chao)).toHaveCount(0);
      await yan.button("收好").click();
    });

    await test.step(`b52 evening ${evening}: looked back at`, async () => {
      await endSession(host);
      for (const person of [host, yan, chao]) {
        const recap = await lookBack(person);
        await expect(recap.getByRole("heading", { level: 1 })).toHaveText(scene);
        await expect(recap.getByRole("heading", { name: "谁在台上" })).toBeVisible();
        await expect(recap.locator(".moments .said").first()).toBeVisible();
        await expectNoSidewaysScroll(person);
        await see(person, `${evening}-recap`);
        if (evening === 1) await expectAccessible(person.page);
        await person.button("关闭", recap).click();
        await person.turnTo("现场");
      }
    });
  }

  await test.step("b52 the recap is a picture to pass on", async () => {
    const answer = await yan.page.request.get(`${server.url}${api}/recap?form=png`);
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"]);
    const folder = process.env.CAMPAIGN_SHOTS;
    if (folder) await writeFile(join(folder, `${group.name}-recap.png`), await answer.body());
  });

  let whole = "";
  await test.step("b50 the campaign is exported, as a book and whole", async () => {
    const [book] = await Promise.all([
      yan.page.waitForEvent("download"),
      (async () => {
        await yan.page.getByRole("banner").getByRole("button", { name: "桌边" }).click();
        const panel = yan.page.getByRole("dialog");
        await panel.getByRole("button", { name: "导出" }).click();
        await panel.locator(`a[href*="form=book"]`).first().click();
      })(),
    ]);
    const text = await readFile(await book.path(), "utf8");
    for (const scene of SCENES.slice(0, evenings)) expect(text).toContain(scene);
    expect(text).toContain("data:image/");
    for (const secret of [HIDDEN_PAGE, HIDDEN_CLOCK, "她父亲"]) expect(text).not.toContain(secret);
    if (process.env.CAMPAIGN_SHOTS) {
      await writeFile(join(process.env.CAMPAIGN_SHOTS, `${group.name}-book.html`), text);
      const look = await yan.page.context().newPage();
      await look.setContent(text);
      await look.screenshot({
        path: join(process.env.CAMPAIGN_SHOTS, `${group.name}-book.png`),
        fullPage: true,
      });
      await look.close();
    }
    await yan.page.keyboard.press("Escape");
    const panel = await openPanel(host, "导出");
    const [exported] = await Promise.all([
      host.page.waitForEvent("download"),
      panel.locator(`a[href$="/export"]`).click(),
    ]);
    whole = join(tmpdir(), `mistline-${group.name}-${process.pid}.json`);
    await exported.saveAs(whole);
    await host.page.keyboard.press("Escape");
    // It ends with a fault unless every roll is proven.
    await server.run("verify", whole);
  });

  await test.step("b50 another server has it all: desk, pictures, recap", async () => {
    const told = await elsewhere.run("import", "--url", elsewhere.url, whole);
    const link = new RegExp(`${elsewhere.url}\\S+`).exec(told)?.[0];
    expect(link, told).toBeDefined();
    const again = await Person.arrive(browser, WIDE);
    await again.page.goto(link!);
    await again.button("入座").click();
    await expect(again.page.getByRole("region", { name: "此刻" })).toBeVisible();
    await openDesk(again);
    for (const scene of SCENES.slice(0, evenings)) {
      await expect(again.button(new RegExp(`^${scene}`), desk(again))).toBeVisible();
    }
    await again.button(new RegExp(`^${SCENES[0]}`), desk(again)).click();
    await expect(again.page.getByLabel("只给自己看", { exact: true })).toHaveValue(
      secretOf(SCENES[0]!),
    );
    const picture = desk(again).locator(".picture img");
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await see(again, "elsewhere");
    await again.button("回桌边", desk(again)).click();
    const recap = await lookBack(again);
    await expect(recap.getByRole("heading", { level: 1 })).toHaveText(SCENES[evenings - 1]!);
    await again.page.context().close();
  });

  await test.step("b30 no player was ever sent what was hidden", async () => {
    for (const player of players) {
      const all = heard.get(player)!();
      expect(all).toContain(SCENES[evenings - 1]);
      for (const secret of [HIDDEN_PAGE, HIDDEN_CLOCK, "她父亲", hiddenPicture, "底牌"]) {
        expect(all.includes(secret), secret).toBe(false);
      }
      const asked = await player.page.request.get(`${server.url}${api}/pictures/${hiddenPicture}`);
      expect(asked.status()).toBe(404);
    }
    expect(heard.get(yan)!()).toContain(LETTER);
    expect(heard.get(chao)!()).not.toContain(LETTER);
  });

  for (const person of [host, yan, chao]) await person.page.context().close();
  await server.remove();
  await elsewhere.remove();
}
