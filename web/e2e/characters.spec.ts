/** Characters in and out (B-50, B-51), the host's nod (B-06), and the page as an app (B-47). */
import { readFile } from "node:fs/promises";
import { expect, test, type Locator } from "@playwright/test";
import { shot } from "./campaign";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { stage } from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

async function characters(person: Person, desk: string): Promise<Locator> {
  const banner = person.page.getByRole("banner");
  if (person.phone) {
    await person.button("更多", banner).click();
    await person.page.getByRole("dialog").getByRole("button", { name: desk }).click();
  } else await person.button(desk, banner).click();
  await person.page.getByRole("dialog").getByRole("button", { name: "导出" }).click();
  return person.page.getByRole("region", { name: "角色", exact: true }).last();
}

test("b51 a character goes to another table, and one of another program comes in", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const player = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await player.sitDown(invite, "小周");
  await player.button("取用范例 沈砚", stage(player)).click();
  await expect(player.button(/^取用范例 /, stage(player))).toHaveCount(0);

  // Out, from the phone.
  const out = await characters(player, "桌边");
  const download = player.page.waitForEvent("download");
  await out.getByRole("link", { name: "下载「沈砚」" }).click();
  const file = await readFile(await (await download).path());
  const read = JSON.parse(file.toString()) as { format: string; family: string };
  expect(read).toMatchObject({ format: "mistline-character", family: "mist" });
  await expectAccessible(player.page);
  await expectNoSidewaysScroll(player);
  await shot(player, "characters-phone");

  // In, at another table, grown meanwhile: a player may not, the host may, for the player.
  const grown = JSON.parse(file.toString()) as {
    sheet: { themes: { improve: number; theme: { powers: unknown[] } }[] };
  };
  grown.sheet.themes[0]!.improve = 1;
  grown.sheet.themes[0]!.theme.powers.push("水下听声");
  const bring = async (section: Locator, name: string, text: string): Promise<void> => {
    const buffer = Buffer.from(text);
    await section.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer });
  };
  const other = await Person.arrive(browser, WIDE);
  const there = await other.openTable(server.url, /奇谈/, "另一夜", "白");
  await other.page.getByRole("link", { name: "去桌边" }).click();
  const guest = await Person.arrive(browser, WIDE);
  await guest.sitDown(there, "小周");
  const mine = await characters(guest, "桌边");
  await bring(mine, "a.mistline.json", JSON.stringify(grown));
  await expect(mine.getByRole("alert")).toContainText("这张卡已经成长");
  await bring(mine, "nothing.json", "{}");
  await expect(mine.getByRole("alert")).toContainText("认不出这个文件");
  const desk = await characters(other, "主持台");
  await desk.getByLabel("给谁").selectOption({ label: "小周" });
  await bring(desk, "a.mistline.json", JSON.stringify(grown));
  await expect(desk).toContainText("已导入「沈砚」");
  await expectAccessible(other.page);
  await shot(other, "characters-wide");
  await guest.page.keyboard.press("Escape");
  await expect(guest.page.getByText("水下听声").first()).toBeVisible();

  // From Fari: what is unknown is listed, and kept as a note.
  const fate = await Person.arrive(browser, WIDE);
  await fate.openTable(server.url, /命运浓缩/, "灯塔", "沈");
  await fate.page.getByRole("link", { name: "去桌边" }).click();
  const fari = await characters(fate, "主持台");
  const mira = await readFile("../crates/export/tests/characters/mira.fari.json");
  await bring(fari, "mira.fari.json", mira.toString());
  await expect(fari).toContainText("已导入「Mira Vale」");
  await expect(fari.getByRole("listitem").filter({ hasText: "Hacking" })).toBeVisible();
  await shot(fate, "characters-fari-wide");
  await fate.page.keyboard.press("Escape");
  await fate.button("笔记", fate.page.getByRole("banner")).click();
  await expect(fate.page.getByRole("region", { name: "笔记", exact: true })).toContainText(
    "Mira Vale：没有读懂的部分",
  );
});

test("b47 the page can be installed, and a turn is told while nobody looks", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  await host.page.goto(server.url);
  const manifest = await host.page.request.get(`${server.url}/site.webmanifest`);
  const { icons, display, start_url } = (await manifest.json()) as {
    icons: { src: string; sizes: string }[];
    display: string;
    start_url: string;
  };
  expect([display, start_url]).toEqual(["standalone", "/"]);
  for (const { src } of icons) {
    const icon = await host.page.request.get(`${server.url}${src}`);
    expect(icon.headers()["content-type"]).toMatch(/^image\//);
  }
  // What Chromium itself finds wrong with installing it.
  const chromium = await host.page.context().newCDPSession(host.page);
  const { installabilityErrors } = (await chromium.send("Page.getInstallabilityErrors")) as {
    installabilityErrors: { errorId: string }[];
  };
  // Contexts of tests are private windows, which install nothing; all else must be in order.
  expect(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
  ).toEqual([]);
});

test("b47 a turn is told by the system while the page is not in front", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const player = await Person.arrive(browser, WIDE);
  await host.page.context().grantPermissions(["notifications"]);
  // Whether a window is in front is the desktop's to say, and a test has none.
  await host.page.addInitScript(() => {
    const away = () => (sessionStorage.getItem("away") === null ? "visible" : "hidden");
    Object.defineProperty(document, "visibilityState", { get: away });
  });
  const invite = await host.openTable(server.url, /奇谈/, "远处的灯", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await player.sitDown(invite, "小周");
  await host.button("更多", host.page.getByRole("banner")).click();
  const menu = host.page.getByRole("dialog");
  await menu.getByRole("button", { name: "轮到我时，让系统通知" }).click();
  await host.page.keyboard.press("Escape");
  await host.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await player.say(".pc take 陆潮");
  await host.say(".scene 码头仓库");
  await host.page.evaluate(() => sessionStorage.setItem("away", "yes"));
  await player.say(".act 矫健: 翻过墙");
  const told = () =>
    host.page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title }) => title);
    });
  await expect.poll(told).toEqual(["远处的灯"]);
});

test("b06 who lost their link comes back by the host's nod", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const first = await Person.arrive(browser, WIDE);
  const invite = await host.openTable(server.url, /奇谈/, "失而复得", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await first.sitDown(invite, "小周");
  for (const [way, screen] of [
    ["pressed", PHONE],
    ["typed", WIDE],
  ] as const) {
    const again = await Person.arrive(browser, screen);
    await again.page.goto(invite);
    await again.page.getByLabel("大家怎么称呼你").fill("小周");
    await again.button("入座").click();
    await again.button("请主持人点头").click();
    await expect(again.page.getByText("等主持人点头")).toBeVisible();
    await expectAccessible(again.page);
    await shot(again, `knock-${way}`);
    await expect(host.page.getByText("小周 在另一台设备上")).toBeVisible();
    await shot(host, `knock-host-${way}`);
    if (way === "pressed") await host.button("是本人，让进来").click();
    else await host.say(".admit @小周");
    await expect(again.page.getByRole("region", { name: "此刻" })).toBeVisible();
    await expect(host.page.getByText("小周 在另一台设备上")).toHaveCount(0);
  }
});
