/** The desk, handouts, notes and a session looked back at. */
import { test } from "@playwright/test";
import { playOffers } from "./line";
import { setScene, strip } from "./mist";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { picture, pictureAt } from "./pictures";
import { Server } from "./server";

const server = Server.forFile("--no-limits");
const phone: Screen = { ...PHONE, theme: "light" };

test("prep, handout, notes, recap", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const guest = await Person.arrive(browser, phone);
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
    '.desk 灯塔顶层 放 .clock "倒数时刻" 6',
    ".note 湿透的名单: 第七行被划去了。",
    ".desk 灯塔顶层 展示物 湿透的名单",
    ".lib keep 老钟",
  ]) {
    await host.say(line);
  }
  await host.button("备场", host.page.getByRole("banner")).click();
  await host.button(/^灯塔顶层/, host.page.getByRole("region", { name: "备场" })).click();
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
  for (const line of [".r 2d6 撬门", ".r 2d6 听一听", ".r 2d6", ".r 2d6", ".r 2d6 往左"]) {
    await guest.say(line);
  }
  await host.say(".session end");
  await guest.turnTo("故事");
  await guest.button("看这一场的回顾", guest.story).click();
  await guest.page.getByText("骰子与期望").waitFor();
  await picture(guest, "recap-phone");
  await pictureAt(guest, "wide", "recap-wide");
});
