/** Pages before the table, and what every table has: start, door, rules, palette, paper. */
import { test } from "@playwright/test";
import { playOffers } from "./line";
import { popover, setScene, strip } from "./mist";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { picture, pictureAt } from "./pictures";
import { Server } from "./server";

const server = Server.forFile();
const phone: Screen = { ...PHONE, theme: "light" };

test("start, door, maker, rules, palette and paper", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  // Three tables behind the host, one of which waits.
  await host.openTable(server.url, /^命运浓缩版/, "雾港的最后一班船", "林");
  await host.openTable(server.url, /迷雾之城/, "霓虹债", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await strip(host).waitFor();
  await playOffers(host.page, [
    { find: { do: "take-example" } },
    { find: { do: "set-scene" }, put: { title: "雨夜" } },
    { find: { do: "act" }, put: { text: "推开门" } },
  ]);
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await strip(host).waitFor();
  const first = await Person.arrive(browser, phone);
  await first.sitDown(invite, "小周");

  const guest = await Person.arrive(browser, phone);
  await guest.page.goto(invite);
  await guest.page.getByLabel("大家怎么称呼你").fill("阿澈");
  await guest.button(/^沈砚/).click();
  await picture(guest, "door-phone");
  await pictureAt(guest, "wide", "door-wide");
  await guest.button("入座").click();
  await guest.button("行动", strip(guest)).waitFor();
  // Somebody else comes with nobody in mind, and makes one of their own.
  const maker = await Person.arrive(browser, phone);
  await maker.page.goto(invite);
  await maker.page.getByLabel("大家怎么称呼你").fill("小满");
  await maker.button(/^自己造/).click();
  await maker.button("入座").click();
  await maker.page.getByLabel("名字", { exact: true }).fill("顾遥");
  await maker.button("下一步").click();
  await maker.button("给我惊喜").click();
  await picture(maker, "maker-mist-phone");
  await pictureAt(maker, "wide", "maker-mist-wide");
  await maker.page.context().close();

  await playOffers(first.page, [
    { find: { do: "take-example" }, put: { example: "diver", name: "陆潮" } },
  ]);
  await setScene(host, { 标题: "雨夜的旧码头", 描述: "潮水退到桩脚，雾从仓库的门缝里渗出来。" });
  await playOffers(host.page, [{ find: { do: "add-tag", on: "scene" }, put: { name: "浓雾" } }]);
  await guest.button("行动", strip(guest)).click();
  await guest.button("就这样", popover(guest)).click();
  await strip(guest).locator(".odds").waitFor();

  // Everything by its name, with what it would bring.
  const wide = guest.page;
  await wide.setViewportSize({ width: WIDE.width, height: WIDE.height });
  await wide.keyboard.press("Control+k");
  await wide.getByRole("combobox", { name: "找与做" }).fill("掷骰");
  await wide.getByRole("dialog").getByRole("option").first().waitFor();
  await wide.waitForTimeout(600);
  await picture(guest, "palette-wide");
  await pictureAt(guest, "phone", "palette-phone");
  await wide.keyboard.press("Escape");
  await wide.getByRole("button", { name: "规则", exact: true }).click();
  await wide.locator(".book > section").first().waitFor();
  await wide.getByRole("button", { name: /M-11/ }).first().click();
  await picture(guest, "reader-wide");
  await wide.setViewportSize({ width: phone.width, height: phone.height });
  await guest.turnTo("规则");
  await wide.locator(".book > section").first().waitFor();
  await wide.getByRole("combobox", { name: "目录" }).selectOption({ label: "效力 · M-11" });
  await picture(guest, "reader-phone");

  await host.page.goto(server.url);
  await host.page.getByText("等你").first().waitFor();
  await host.button("掷骰").click();
  await picture(host, "start-wide");
  await host.page.setViewportSize({ width: phone.width, height: phone.height });
  await picture(host, "start-phone");
  await picture(host, "start-phone-full", true);
  await host.page.setViewportSize({ width: WIDE.width, height: WIDE.height });

  // What is taken home, as a printer would have it.
  const { pathname } = new URL(invite);
  const table = pathname.replace("/t/", "");
  for (const [name, path] of [
    ["print-sheets-wide", "sheets"],
    ["print-book-wide", "log?form=book"],
  ] as const) {
    const answer = await host.page.request.get(`${server.url}/api/tables/${table}/${path}`);
    // A file of its own, which the policy of the page before does not govern.
    await host.page.goto("about:blank");
    await host.page.setContent(await answer.text());
    await host.page.emulateMedia({ media: "print" });
    await picture(host, name);
  }
});
