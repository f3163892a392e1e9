/** One scene, end to end, in three browsers at once: a host, a player, a player on a phone. */
import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { Person, PHONE, rollUntil, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

test("a host and two players play a scene", async ({ browser }) => {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  /** The tag that counts in the action. */
  let counted = "";

  await test.step("b02 a table is opened and joined by links, and only by pressing the button", async () => {
    await host.page.goto(server.url);
    await expectAccessible(host.page);
    const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
    await expectAccessible(host.page);
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await expect(host.page.getByRole("heading", { name: "雾中一夜" })).toBeVisible();

    await chao.page.goto(invite);
    await expect(chao.page.getByRole("heading", { name: "雾中一夜" })).toBeVisible();
    await expectAccessible(chao.page);
    await expect(host.page.getByLabel("座位", { exact: true }).getByRole("listitem")).toHaveCount(
      1,
    );
    await yan.sitDown(invite, "小周");
    await chao.sitDown(invite, "阿澈");
    await expect(host.page.getByLabel("座位", { exact: true }).getByRole("listitem")).toHaveCount(
      3,
    );
    expect(new URL(yan.page.url()).hash).toBe("");
  });

  await test.step("m02 each player takes a character ready to play", async () => {
    await yan.takeExample("沈砚");
    await chao.takeExample("陆潮");
    await expectNoSidewaysScroll(chao);
  });

  await test.step("m09 the host sets a scene with a challenge, one of its limits hidden", async () => {
    await host.take(host.scene, /^开始场景/, { 标题: "雨夜的旧码头", 描述: "雾从门缝里渗出来。" });
    const stage = await host.more(host.scene, "布景");
    await host.take(stage, /^添加挑战/, { 名字: "无面人", 状态: "击退", 等级: 4 });
    const card = host.challenge("无面人");
    await host.take(await host.more(card, "无面人"), /加极限/, {
      状态: "被认出",
      等级: 2,
      只有主持人看见: true,
    });
    await expect(card.getByRole("meter")).toHaveCount(2);
    await chao.turnTo("现场");
    for (const player of [yan, chao]) {
      await expect(player.challenge("无面人").getByRole("meter")).toHaveCount(1);
      await expect(player.page.getByText("被认出")).toHaveCount(0);
    }
  });

  await test.step("b41 talk, whispers and input methods", async () => {
    await host.say("雨停的时候，灯灭了。");
    await expect(yan.story).toContainText("灯灭了");
    await yan.page.getByLabel("怎么说").selectOption({ label: "悄悄对 林" });
    await yan.say("我口袋里有钥匙");
    await expect(host.story).toContainText("我口袋里有钥匙");
    await chao.turnTo("故事");
    await expect(chao.story).toContainText("灯灭了");
    await expect(chao.story).not.toContainText("钥匙");
    // Talk is the player's, what a character says is the character's.
    await yan.page.getByLabel("怎么说").selectOption({ label: "角色说" });
    await yan.say("谁在那儿");
    await expect(host.story.locator(".line", { hasText: "谁在那儿" })).toContainText("沈砚");
    await yan.page.getByLabel("怎么说").selectOption({ label: "闲聊" });
    await yan.say("我去倒杯水");
    await expect(host.story.locator(".line", { hasText: "我去倒杯水" })).toContainText("小周");
    // B-75: Enter that ends a composition never sends.
    const box = yan.page.getByLabel("说话或输入指令");
    await box.fill("还没写完");
    await box.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await box.dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
    await expect(box).toHaveValue("还没写完");
    await box.fill("");
  });

  await test.step("b20 lines are proposed and reviewed, and the odds move with each", async () => {
    await yan.take(yan.sheet, /行动/, { 描述: "贴着墙根绕到他背后" });
    const chips = yan.tray.locator(".chip button.help");
    await expect(chips.first()).toBeVisible();
    const bare = await yan.odds();
    counted = await chips.nth(0).locator(".words").innerText();
    await chips.nth(0).click();
    await expect.poll(() => yan.odds()).not.toEqual(bare);
    const one = await yan.odds();
    await yan.tray.locator(".chip button.help").nth(0).click();
    await expect.poll(() => yan.odds()).not.toEqual(one);
    await expect(yan.tray.locator(".line")).toHaveCount(2);
    // B-40: everyone sees the same pending roll at once, on a phone too.
    await chao.raiseTray();
    await expect.poll(() => chao.odds()).toEqual(await yan.odds());
    await expectNoSidewaysScroll(chao);
    // What a choice would do is shown before it is made.
    const now = await yan.odds();
    await yan.tray.locator(".chip button.burn").first().hover();
    await expect.poll(() => yan.odds(true)).not.toEqual(now);
    await expect.poll(() => yan.odds()).toEqual(now);
    // Exact fractions on demand.
    await yan.tray.locator(".legend").click();
    await expect.poll(async () => (await yan.odds()).join(" ")).toMatch(/^(\d+\/36 ?)+$/);
    await yan.tray.locator(".legend").click();

    await host.tray.getByRole("button", { name: /^划掉/ }).last().click();
    await expect(yan.tray.locator(".line.struck")).toHaveCount(1);
    await expect.poll(() => yan.odds()).toEqual(one);
    for (const person of [host, yan, chao]) await expectAccessible(person.page);
    await host.button("全部计入", host.tray).click();
  });

  await test.step("b11 the server is killed and the browsers resume by themselves", async () => {
    await server.kill();
    await expect(yan.page.getByText("连接断了")).toBeVisible();
    await expectAccessible(yan.page);
    await yan.say("有人吗");
    await server.up();
    await expect(yan.page.getByText("连接断了")).toHaveCount(0, { timeout: 20_000 });
    await expect(host.story.getByText("有人吗")).toHaveCount(1, { timeout: 20_000 });
    await expect(yan.tray.locator(".line")).toHaveCount(2);
  });

  await test.step("b13 the dice fall; the host rewinds until it is a success at a price", async () => {
    await rollUntil(host, yan, ["mixed"]);
    for (const person of [yan, chao]) await expect.poll(() => person.lastTone()).toBe("mixed");
    await yan.story.locator(".why").last().click();
    await expect(yan.story.locator("dl").last()).toContainText("M-11");
  });

  await test.step("m17 power is spent on effects", async () => {
    await yan.take(yan.tray, /^增加状态/, { 对谁: "无面人", 名字: "击退", 等级: 1 });
    await chao.turnTo("现场");
    for (const person of [host, yan, chao]) {
      await expect(person.challenge("无面人").getByRole("meter").first()).toHaveAttribute(
        "aria-valuenow",
        "1",
      );
    }
    const enough = yan.button("到此为止", yan.tray);
    if (await enough.isVisible()) await enough.click();
  });

  await test.step("m20 the host names a consequence, m30 the player answers it", async () => {
    await host.take(host.tray, /^给予状态/, { 描述: "雾裹住脚踝", 状态: "迷失", 等级: 3 });
    await expect(yan.tray).toContainText("雾裹住脚踝");
    await yan.take(yan.tray, /^缓解/, { 描述: "抓住栏杆" });
    await expect(yan.tray.locator(".chip").first()).toBeVisible();
    // M-31: what counted in the action is not to be had again.
    const words = await yan.tray.locator(".chip .words").allInnerTexts();
    expect(words.length).toBeGreaterThan(0);
    expect(words).not.toContain(counted);
    await yan.tray.locator(".chip button.help").first().click();
    await expect(host.button("全部计入", host.tray)).toBeVisible();
    await host.button("全部计入", host.tray).click();
    await rollUntil(host, yan, ["mixed", "full", "style"]);
    await yan.take(yan.tray, /^挡下/, {});
    // What is left of it, if anything, is taken.
    await expect(async () => {
      const accept = yan.button(/^承受/, yan.tray);
      if (await accept.isVisible()) await accept.click();
      await expect(yan.tray).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });

  await test.step("b13 the host undoes and does again; talk stays", async () => {
    const undo = host.page.getByRole("button", { name: "撤销" });
    await undo.click();
    await expect(yan.tray).toBeVisible();
    await expect(yan.story).toContainText("有人吗");
    await host.page.getByRole("button", { name: "重做" }).click();
    await expect(yan.tray).toHaveCount(0);
  });

  await test.step("b31 the host looks through a player's eyes; b30 then shows the hidden limit", async () => {
    await host.button("主持台").click();
    await expectAccessible(host.page);
    await host.page.getByRole("button", { name: "看他所见 小周" }).click();
    await host.page.keyboard.press("Escape");
    await expect(host.page.getByText("你正以 小周 的眼睛看这张桌子")).toBeVisible();
    await expect(host.challenge("无面人").getByRole("meter")).toHaveCount(1);
    await host.button("回到主持").click();
    await host.button(/^揭示/, host.challenge("无面人")).click();
    for (const player of [yan, chao]) {
      await expect(player.challenge("无面人").getByRole("meter")).toHaveCount(2);
      await expect(player.challenge("无面人")).toContainText("被认出");
    }
    await expectNoSidewaysScroll(chao);
  });

  await test.step("b74 the page speaks three languages", async () => {
    await yan.chooseLanguage("语言", "en");
    await expect(yan.page.getByRole("button", { name: "Take back", exact: true })).toBeVisible();
    await expect(yan.page.locator("html")).toHaveAttribute("lang", "en");
    await yan.chooseLanguage("Language", "zh-Hant");
    await expect(yan.page.getByLabel("說話或輸入指令")).toBeVisible();
  });
});

test("b02 a wrong link says so plainly", async ({ browser }) => {
  const guest = await Person.arrive(browser, PHONE);
  await guest.page.goto(`${server.url}/t/00000000-0000-7000-8000-000000000000#nothing`);
  await expect(guest.page.getByRole("heading", { name: "这里需要一个链接" })).toBeVisible();
  await expect(guest.page.getByRole("alert")).toBeVisible();
  await expectAccessible(guest.page);
});
