/** The desk, handouts, notes and a session looked back at. */
import { test } from "@playwright/test";
import { drawn } from "./campaign";
import { playOffers } from "./line";
import { begin, chips, clear, rollTo, setScene, strip } from "./mist";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { picture, pictureAt } from "./pictures";
import { Server } from "./server";

const server = Server.forFile();
const phone: Screen = { ...PHONE, theme: "light" };

test("prep, handout, notes, recap", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const guest = await Person.arrive(browser, phone);
  // By somebody else: another page of the same browser changes the size of what is captured.
  const artist = await Person.arrive(browser, WIDE);
  const photo = await drawn(artist, "#c99bb4");
  await artist.page.context().close();
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await strip(host).waitFor();
  await guest.sitDown(invite, "阿澈");
  await playOffers(guest.page, [{ find: { do: "take-example" }, put: { name: "顾遥" } }]);
  await setScene(host, { 标题: "雨夜的旧码头", 描述: "雾从仓库的门缝里渗出来。" });
  for (const line of [
    ".desk new 档案馆地下室: 灯一盏一盏灭下去。",
    ".desk new 灯塔顶层: 楼梯转到第九圈，你们听见头顶有人在擦玻璃。灯是灭的，可是玻璃很干净。",
    ".desk new 退潮之后: 沙上有一行脚印。",
    ".desk 档案馆地下室 start",
    ".desk 灯塔顶层 备注 点灯的人就是顾遥的父亲。名单上第七个名字是他。若有人念出来，他会停手一刻。",
    ".desk 灯塔顶层 放 鸦群",
    ".desk 灯塔顶层 放 涨潮",
    ".desk 灯塔顶层 放 .clock ?无面人找到名单 4",
    '.clock "倒数时刻" 6',
    ".tick 倒数时刻 4",
    ".note 湿透的名单: 1. 周伯年 2. 周伯年之妻 3. 何阿水 4. 沈砚秋 5. 林正声 6. 无名氏 7. 顾守。第七行被划去了。",
    ".desk 灯塔顶层 展示物 湿透的名单",
    ".lib keep 老钟",
  ]) {
    await host.say(line);
  }
  await host.button("备场", host.page.getByRole("banner")).click();
  await host.button(/^灯塔顶层/, host.page.getByRole("region", { name: "备场" })).click();
  await host.page.getByLabel("放一张图", { exact: true }).setInputFiles({
    name: "旧照片.png",
    mimeType: "image/png",
    buffer: photo,
  });
  await host.button("旧照片").waitFor();
  await picture(host, "prep-wide");
  await pictureAt(host, "phone", "prep-phone");
  await host.button("回桌边").click();
  await host.button("笔记", host.page.getByRole("banner")).click();
  await picture(host, "crowd-notes-wide");
  await host.button("关闭", host.page.getByRole("region", { name: "笔记" })).click();
  await host.say(".show 湿透的名单");
  await guest.page.locator(".over .handout").waitFor();
  await picture(guest, "table-mist-handout-phone");
  await pictureAt(guest, "wide", "table-mist-handout-wide");
  await guest.button("收好").click();
  await host.say(".auto on");
  for (const deed of ["贴着墙根绕到它背后", "念出名单上的名字", "折一只纸鸟", "往左，跟着我的灯"]) {
    await guest.turnTo("现场");
    await begin(guest, deed);
    await chips(guest).first().click();
    const tone = await rollTo(host, guest, ["full", "mixed", "failure"]);
    if (tone !== "failure") await guest.say(".done");
    if (tone !== "full") await host.say(".pass");
    await clear(host);
  }
  for (const line of [".r 2d6 撬门", ".r 2d6 听一听", ".r 2d6"]) await guest.say(line);
  await host.say(".session end");
  await guest.turnTo("故事");
  await guest.button("看这一场的回顾", guest.story).click();
  await guest.page.getByText("骰子与期望").waitFor();
  await picture(guest, "recap-phone");
  await pictureAt(guest, "wide", "recap-wide");
});
