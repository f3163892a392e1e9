/** A campaign's notebook through the page: notes, handouts, pictures, looking back (B-43, B-52). */
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import {
  bring,
  drawn,
  endSession,
  handout,
  lookBack,
  notebook,
  openNotebook,
  shot,
  write,
} from "./campaign";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { setScene, stage } from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

test("a campaign is illustrated, noted, handed out and looked back at", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await yan.sitDown(invite, "小周");
  await chao.sitDown(invite, "阿澈");
  for (const [player, name] of [
    [yan, "沈砚"],
    [chao, "陆潮"],
  ] as const) {
    await player.button(`取用范例 ${name}`, stage(player)).click();
    await expect(player.button(/^取用范例 /, stage(player))).toHaveCount(0);
  }
  await setScene(host, { 标题: "雨夜的旧码头", 描述: "雾从门缝里渗出来。" });

  await test.step("b43 the host prepares a page that nobody else sees", async () => {
    await openNotebook(host);
    await expectAccessible(host.page);
    await bring(host, "灯塔", await drawn(host, "#c99bb4"));
    await write(host, "底牌", "点灯的人就是顾遥的父亲。", "只有自己");
    await host.button("存好", notebook(host)).click();
    await expect(notebook(host).getByRole("heading", { name: "底牌" })).toBeVisible();
    await openNotebook(yan);
    await expect(notebook(yan)).not.toContainText("底牌");
    await expect(yan.button(/^图：/, notebook(yan))).toHaveCount(0);
  });

  await test.step("b43 a player's own page and portrait", async () => {
    await write(yan, "给自己", "别忘了问名单上的第七个名字。", "只有自己");
    await yan.button("存好", notebook(yan)).click();
    await bring(yan, "自画像", await drawn(yan, "#2a8f5b"));
    await yan.button("图：自画像", notebook(yan)).click();
    await shot(yan, "picture-acts-wide");
    await yan.page.getByRole("dialog").getByRole("button", { name: "做沈砚的头像" }).click();
    await expect(host.page.locator(".face img").first()).toBeVisible();
    await shot(yan, "notebook-player-wide");
    await yan.button("关闭", notebook(yan)).click();
    // Whoever sees the character sees the face, on a phone too; it is really there.
    const face = chao.page.locator(".face img").first();
    await expect(face).toBeVisible();
    await expect
      .poll(() => face.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  });

  await test.step("b43 a handout lies open before everyone, once", async () => {
    await write(host, "湿透的名单", "第七行被划去了。", "所有人");
    await host.page
      .getByRole("combobox", { name: "图", exact: true })
      .selectOption({ label: "灯塔" });
    await shot(host, "notebook-write-wide");
    await host.button("给大家看", notebook(host)).click();
    for (const player of [yan, chao]) {
      await expect(handout(player)).toBeVisible();
      await expect(handout(player)).toContainText("林给所有人看");
      await expect(handout(player).getByRole("img", { name: "湿透的名单" })).toBeVisible();
      await expectAccessible(player.page);
      await expectNoSidewaysScroll(player);
    }
    await shot(yan, "handout-wide");
    await shot(chao, "handout-phone");
    await yan.button("收好").click();
    await chao.page.keyboard.press("Escape");
    for (const player of [yan, chao]) await expect(handout(player)).toHaveCount(0);
    // It was shown: after a reload it is in the story and does not come back by itself.
    await yan.page.reload();
    const again = yan.button(/^再看一眼：湿透的名单/);
    await expect(again).toBeVisible();
    await expect(handout(yan)).toHaveCount(0);
    await shot(yan, "story-wide");
    await again.click();
    await expect(handout(yan)).toContainText("第七行被划去了。");
    await yan.button("放到全屏").click();
    await expect(yan.page.locator("dialog.whole")).toBeVisible();
    await yan.page.keyboard.press("Escape");
    await yan.button("收好").click();
  });

  await test.step("b43 text alone, by typing, to one seat; and the other sees nothing", async () => {
    await host.say(".show @小周 密信: 子时，老地方。");
    await expect(handout(yan)).toContainText("子时，老地方。");
    await shot(yan, "handout-text-wide");
    await expect(handout(chao)).toHaveCount(0);
    await chao.turnTo("故事");
    await expect(chao.story).not.toContainText("密信");
    await yan.button("收好").click();
    await yan.say(".note 给自己");
    await expect(yan.story).toContainText("别忘了问名单上的第七个名字。");
  });

  await test.step("b43 the picture of the scene, and searching", async () => {
    await openNotebook(host);
    await host.button("图：灯塔", notebook(host)).click();
    await host.page.getByRole("dialog").getByRole("button", { name: "做这一场的图" }).click();
    await chao.turnTo("现场");
    await expect(chao.page.locator(".art img").first()).toBeVisible();
    await shot(chao, "scene-phone");
    await host.page.getByLabel("在笔记里找").fill("父亲");
    await expect(host.button(/底牌/, notebook(host))).toBeVisible();
    await expect(host.button(/湿透的名单/, notebook(host))).toHaveCount(0);
    await host.page.getByLabel("在笔记里找").fill("");
    await shot(host, "notebook-host-wide");
    await expectAccessible(host.page);
    await host.button("关闭", notebook(host)).click();
    await shot(host, "scene-wide");
    await openNotebook(chao);
    await expectNoSidewaysScroll(chao);
    await expectAccessible(chao.page);
    await shot(chao, "notebook-phone");
    await chao.button("关闭", notebook(chao)).click();
  });

  await test.step("b52 the session is looked back at", async () => {
    for (const line of [".r 2d6 撬门", ".r 2d6 听一听", ".r 2d6", ".r 2d6", ".r 2d6"]) {
      await yan.say(line);
    }
    await endSession(host);
    for (const person of [yan, chao]) {
      const recap = await lookBack(person);
      await expect(recap.getByRole("heading", { name: "雨夜的旧码头" }).first()).toBeVisible();
      await expectAccessible(person.page);
      await expectNoSidewaysScroll(person);
    }
    await shot(yan, "recap-wide");
    await shot(chao, "recap-phone");
    const download = yan.page.waitForEvent("download");
    await yan.page.getByRole("link", { name: "存成书页" }).click();
    const book = await readFile(await (await download).path(), "utf8");
    expect(book).toContain("湿透的名单");
    expect(book).toContain("data:image/");
    expect(book).not.toContain("底牌");
  });
});
