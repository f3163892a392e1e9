/** One scene, end to end, in three browsers at once: a host, a player, a player on a phone. */
import { expect, test, type Locator } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import {
  act,
  backstage,
  begin,
  clear,
  fill,
  odds,
  oddsNow,
  power,
  rollTo,
  setScene,
  stage,
  strip,
} from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

/** The tracks of a challenge that carry a flag. */
function limits(card: Locator): Locator {
  return card.locator("[data-limit]");
}

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
    for (const [player, name] of [
      [yan, "沈砚"],
      [chao, "陆潮"],
    ] as const) {
      await player.button(`取用范例 ${name}`, stage(player)).click();
      await expect(player.button(/^取用范例 /, stage(player))).toHaveCount(0);
    }
    await chao.turnTo("角色");
    await expect(stage(chao).getByRole("heading", { name: "陆潮" }).first()).toBeVisible();
    await expectNoSidewaysScroll(chao);
  });

  await test.step("m09 the host sets a scene with a challenge, one of its limits hidden", async () => {
    await setScene(host, { 标题: "雨夜的旧码头", 描述: "雾从门缝里渗出来。" });
    await backstage(host, /^添加挑战/, { 名字: "无面人", 状态: "击退", 等级: 4 });
    const card = host.challenge("无面人");
    await act(host, host.button("更多操作 无面人", card), /加极限/, {
      状态: "被认出",
      等级: 2,
      只有主持人看见: true,
    });
    await expect(limits(card)).toHaveCount(2);
    await chao.turnTo("现场");
    for (const player of [yan, chao]) {
      await expect(limits(player.challenge("无面人"))).toHaveCount(1);
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

  await test.step("b20 tags are pressed and reviewed, and the odds move with each", async () => {
    await begin(yan, "贴着墙根绕到他背后");
    const tags = stage(yan).locator("[data-hand] .chip.can:not(.weakness)");
    await expect(tags.first()).toBeVisible();
    const bare = await oddsNow(yan);
    counted = await tags.nth(0).locator(".text").innerText();
    await tags.nth(0).click();
    await expect.poll(() => oddsNow(yan)).not.toEqual(bare);
    const one = await oddsNow(yan);
    // Press again: burnt, and again: taken back.
    await tags.nth(0).click();
    await expect(tags.nth(0)).toHaveAttribute("data-pick", "burn");
    await expect.poll(() => power(yan)).toBe("+3");
    await tags.nth(0).click();
    await expect(tags.nth(0)).not.toHaveAttribute("data-pick");
    await expect.poll(() => oddsNow(yan)).toEqual(bare);
    await tags.nth(0).click();
    await expect.poll(() => oddsNow(yan)).toEqual(one);
    // The right button makes it stand in the way; the left one takes that back.
    await tags.nth(1).click({ button: "right" });
    await expect(tags.nth(1)).toHaveAttribute("data-pick", "hinder");
    await expect.poll(() => oddsNow(yan)).toEqual(bare);
    await tags.nth(1).click();
    await expect(tags.nth(1)).not.toHaveAttribute("data-pick");
    await tags.nth(2).click();
    await expect.poll(() => power(yan)).toBe("+2");
    // B-40: everyone sees the same pending roll at once, on a phone too.
    await expect.poll(() => oddsNow(chao)).toEqual(await oddsNow(yan));
    await expectNoSidewaysScroll(chao);
    // What a choice would do is shown before it is made.
    const now = await oddsNow(yan);
    await tags.nth(1).hover();
    await expect.poll(() => odds(yan).allTextContents()).not.toEqual(now);
    await expect(tags.nth(1).getByRole("tooltip")).toContainText("→ ✓");
    await expect.poll(() => oddsNow(yan)).toEqual(now);

    const review = stage(host).getByRole("article", { name: "沈砚的标签" });
    await expect(review.getByRole("listitem")).toHaveCount(2);
    await host.button("划掉", review.getByRole("listitem").last()).click();
    await expect(stage(yan).locator("[data-mark=struck]")).toHaveCount(1);
    await expect.poll(() => oddsNow(yan)).toEqual(one);
    for (const person of [host, yan, chao]) await expectAccessible(person.page);
    await host.button("全部计入", strip(host)).click();
  });

  await test.step("b11 the server is killed and the browsers resume by themselves", async () => {
    await server.kill();
    await expect(yan.page.getByText("连接断了")).toBeVisible();
    await expectAccessible(yan.page);
    await yan.say("有人吗");
    await server.up();
    await expect(yan.page.getByText("连接断了")).toHaveCount(0, { timeout: 20_000 });
    await expect(host.story.getByText("有人吗")).toHaveCount(1, { timeout: 20_000 });
    await expect(stage(yan).locator("[data-hand] [data-pick]")).toHaveCount(2);
  });

  await test.step("b13 the dice fall; the host rewinds until it is a success at a price", async () => {
    await rollTo(host, yan, ["mixed"]);
    for (const person of [host, chao]) await clear(person);
    for (const person of [yan, chao]) await expect.poll(() => person.lastTone()).toBe("mixed");
    // The card of an action holds its steps, and says what it came to.
    await yan.rolls.last().getByRole("button").first().click();
    await yan.story.locator(".why").last().click();
    await expect(yan.story.locator("dl").last()).toContainText("M-11");
  });

  await test.step("m17 power is spent on the stage", async () => {
    const box = yan.button("击退 第 1 格", yan.challenge("无面人"));
    await box.click();
    await expect(box).toHaveAttribute("aria-pressed", "true");
    await yan.button("落定", strip(yan)).click();
    await chao.turnTo("现场");
    // The host's stage is already where a consequence is chosen.
    for (const person of [yan, chao]) {
      await expect(
        person.challenge("无面人").getByLabel("击退 1，极限 4", { exact: true }),
      ).toBeVisible();
    }
    await expect(async () => {
      const enough = yan.button("到此为止", strip(yan));
      if (await enough.isVisible()) await enough.click();
      await expect(enough).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });

  await test.step("m20 the host names a consequence, m30 the player answers it", async () => {
    await host.button("给予状态", stage(host)).click();
    const form = stage(host).getByRole("region", { name: "选一个后果" });
    await form.getByLabel("描述", { exact: true }).fill("雾裹住脚踝");
    await form.getByLabel("状态", { exact: true }).fill("迷失");
    await form.getByRole("radio", { name: "3", exact: true }).check();
    await expect(form.getByRole("article", { name: "落下时的样子" })).toContainText("迷失-3");
    await host.button("让它去", strip(host)).click();
    const blow = yan.page.getByRole("article", { name: "迷失-3" });
    await expect(blow).toContainText("雾裹住脚踝");
    await expectAccessible(yan.page);
    await yan.button("反应", strip(yan)).click();
    await fill(yan, { 描述: "抓住栏杆" });
    const tags = stage(yan).locator("[data-hand] .chip.can:not(.weakness)");
    await expect(tags.first()).toBeVisible();
    // M-31: what counted in the action is not to be had again.
    const words = await tags.locator(".text").allInnerTexts();
    expect(words.length).toBeGreaterThan(0);
    expect(words).not.toContain(counted);
    await tags.first().click();
    await host.button("全部计入", strip(host)).click();
    await rollTo(host, yan, ["mixed", "full", "style"]);
    await clear(host);
    // What the power can stop at best is stopped already; the rest lands with one press.
    await expect(
      stage(yan).getByRole("button", { name: "挡下 迷失 第 3 级", pressed: true }),
    ).toBeVisible();
    await expectAccessible(yan.page);
    await yan.button("剩下的落下", strip(yan)).click();
    await expect(yan.button("剩下的落下", strip(yan))).toHaveCount(0);
    await expect(yan.button("行动", strip(yan))).toBeVisible();
  });

  await test.step("b13 the host undoes and does again; talk stays", async () => {
    const undo = host.page.getByRole("button", { name: "撤销" });
    await undo.click();
    await expect(yan.button("剩下的落下", strip(yan))).toBeVisible();
    await expect(yan.story).toContainText("有人吗");
    await host.page.getByRole("button", { name: "重做" }).click();
    await expect(yan.button("行动", strip(yan))).toBeVisible();
  });

  await test.step("b31 the host looks through a player's eyes; b30 then shows the hidden limit", async () => {
    await host.button("主持台").click();
    await expectAccessible(host.page);
    await host.page.getByRole("button", { name: "看他所见 小周" }).click();
    await host.page.keyboard.press("Escape");
    await expect(host.page.getByText("你正以 小周 的眼睛看这张桌子")).toBeVisible();
    await expect(limits(host.challenge("无面人"))).toHaveCount(1);
    await host.button("回到主持").click();
    await host.button(/^揭示/, host.challenge("无面人")).click();
    await chao.turnTo("现场");
    for (const player of [yan, chao]) {
      await expect(limits(player.challenge("无面人"))).toHaveCount(2);
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
