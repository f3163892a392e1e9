/** The mist family's full pages: the case file, looking back, making a character. */
import { expect, test } from "@playwright/test";
import { playOffers } from "./line";
import { expectAccessible, expectNoSidewaysScroll } from "./looks";
import { clear, fill, rollTo, setScene, stage, strip } from "./mist";
import { Person, PHONE, WIDE } from "./people";
import { Server } from "./server";

const server = Server.forFile();

test("m38 a conclusion is written with clues pressed onto it, and its verdict is stamped", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const invite = await host.openTable(server.url, /迷雾部/, "第七档案室", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await yan.sitDown(invite, "阿澈");
  await playOffers(yan.page, [{ find: { do: "take-example" } }]);
  await setScene(host, { 标题: "旧卷宗库" });
  await playOffers(host.page, [
    { find: { do: "enter-phase" } },
    { find: { do: "add-mystery" }, put: { text: "怎样压制它？", complexity: 1 } },
    { find: { do: "add-clue" }, put: { text: "念出名字，抽屉停了一拍" } },
    { find: { do: "add-clue" }, put: { text: "封条上是第一任主任的笔迹" } },
  ]);

  await yan.button("书写档案", stage(yan)).click();
  const page = yan.page.getByRole("region", { name: "书写档案" });
  await expect(page.getByRole("heading", { name: "怎样压制它？" })).toBeVisible();
  await expectAccessible(yan.page);
  // What is still to be written is one press away at the strip.
  await expect(strip(yan)).toContainText("还差 1 处没写");
  await yan.button("写下结论", strip(yan)).click();
  // The strip says what is missing, one after the other.
  await expect(strip(yan).getByRole("button", { name: "还差 1 条支持" })).toBeDisabled();
  const slip = page.locator("[data-clue]").first();
  await slip.click();
  await expect(slip).toHaveAttribute("data-pick", "help");
  await expect(strip(yan).locator(".power b")).toHaveText("+1");
  const odds = strip(yan).locator(".odds li b");
  const one = await odds.allTextContents();
  const other = page.locator("[data-clue]").nth(1);
  await other.click();
  await expect.poll(() => odds.allTextContents()).not.toEqual(one);
  await other.click();
  await expect(other).toHaveAttribute("data-pick", "hinder");
  await other.click();
  await expect.poll(() => odds.allTextContents()).toEqual(one);
  await expect(strip(yan).getByRole("button", { name: "先写下结论" })).toBeDisabled();
  await page.getByLabel("结论", { exact: true }).fill("由同姓的人念出全名，亲手合上抽屉。");
  await yan.button(/^检验/, page).click();
  await expectAccessible(yan.page);
  await yan.button("检验", strip(yan)).click();
  await host.button("全部计入", strip(host)).click();
  await rollTo(host, yan, ["full"]);
  await clear(host);
  await expect(page.getByText("由同姓的人念出全名，亲手合上抽屉。").first()).toBeVisible();
  await expect(page.getByText("属实", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("机会：得到了")).toBeVisible();
  // What is written goes home as one file.
  const [taken] = await Promise.all([
    yan.page.waitForEvent("download"),
    page.getByRole("link", { name: "带回家" }).click(),
  ]);
  expect(taken.suggestedFilename()).toMatch(/\.md$/);
  await expectAccessible(yan.page);
  // The opportunity leads on: one press for the host, and everyone knows whose it is.
  await expect(strip(yan)).toContainText("等林开始压制");
  await host.button("开始压制", strip(host)).click();
  await expect(host.button("开始压制", strip(host))).toHaveCount(0);
  await expect(strip(yan)).not.toContainText("等林开始压制");
});

test("m38 a phone's tab leads to the file, and the stamp falls before every seat", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await chao.sitDown(invite, "小周");
  await playOffers(chao.page, [{ find: { do: "take-example" } }]);
  await playOffers(host.page, [
    { find: { do: "add-clue" }, put: { text: "灯塔熄灭的那一夜没有风" } },
    { find: { do: "enter-phase" } },
  ]);
  await host.say(".auto on");
  const tabs = chao.page.getByRole("navigation", { name: "页面" });
  await chao.button(/^档案/, tabs).click();
  const page = chao.page.getByRole("region", { name: "书写档案" });
  await expect(page).toBeVisible();
  await expect(chao.button(/^档案/, tabs)).toHaveAttribute("aria-current", "page");
  await expectNoSidewaysScroll(chao);
  for (const person of [host, chao]) await person.keepRolls();
  await chao.say(".file answer 影响度 | 灯塔: 替它把最后一个名字念完。");
  await chao.button(/^档案/, tabs).click();
  await expect(page.locator("[data-clue]").first()).toHaveAttribute("data-pick", "help");
  await chao.say(".hand 3 4 .go");
  for (const person of [host, chao]) {
    await expect(person.rolled).toContainText("替它把最后一个名字念完。");
    const stamp = person.rolled.getByText("未全错", { exact: true });
    await expect(stamp).toBeInViewport({ ratio: 1 });
    await expect(person.rolled).toContainText("一个后果，等在压制里");
    await expectAccessible(person.page);
    await expectNoSidewaysScroll(person);
    await clear(person);
  }
  // An action that follows has no stamp.
  await chao.say(".act 触物知往: 潜下去");
  await chao.say(".hand 6 6 .go");
  await expect(chao.rolled).toContainText("成功");
  await expect(chao.rolled.getByText("未全错")).toHaveCount(0);
});

test("m09 a ready scene is one press away on an empty stage", async ({ browser }) => {
  for (const [ruleset, scene, challenge] of [
    [/迷雾部/, "分拣室的夜班", "自己投递的信"],
    [/迷雾之城/, "玻璃拍卖会", "拍卖行的打手"],
    [/奇谈/, "无灯的站台", "念名字的广播"],
  ] as const) {
    const host = await Person.arrive(browser, WIDE);
    await host.openTable(server.url, ruleset, scene, "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await host.button(scene, stage(host)).click();
    await expect(stage(host).getByRole("heading", { name: scene }).first()).toBeVisible();
    await expect(host.challenge(challenge)).toBeVisible();
    await host.page.context().close();
  }
});

test("m43 looking back asks each theme, marks with a reason, and counts what is open", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, /迷雾之城/, "霓虹债", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await chao.sitDown(invite, "阿澈");
  await playOffers(chao.page, [{ find: { do: "take-example" } }]);
  await playOffers(host.page, [
    { find: { do: "enter-phase" } },
    { find: { do: "enter-phase", phase: "wrap-up" } },
  ]);
  await chao.button("回望", strip(chao)).click();
  const page = chao.page.getByRole("region", { name: "回望" });
  const open = page.locator("nav [aria-current] small");
  await expect(open).toHaveText(/还有 \d+ 处没答/);
  const before = Number(/\d+/.exec(await open.innerText())![0]);
  const theme = page.getByRole("article").first();
  await expectAccessible(chao.page);
  await expectNoSidewaysScroll(chao);
  await chao.button("没有", theme).first().click();
  await expect(open).toHaveText(`还有 ${before - 1} 处没答`);
  await chao.button(/^有，/, theme).nth(1).click();
  await fill(chao, { 为什么: "再没有追过它" });
  await expect(open).toHaveText(`还有 ${before - 2} 处没答`);
  await expect(theme.getByRole("img", { name: /1\/3/ })).toHaveCount(1);
  await expect(chao.button(/^有，/, theme).nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(theme.getByText("再没有追过它")).toBeVisible();
  // The strip leads to what is not answered yet.
  await chao.button("跳到没答的", strip(chao)).click();
  await expect(page.locator("[data-open] button:focus")).toBeInViewport();
});

test("m30 what comes down is in sight while it is answered, and what is stopped is said", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const invite = await host.openTable(server.url, /迷雾之城/, "霓虹债", "林");
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await yan.sitDown(invite, "阿澈");
  await playOffers(yan.page, [{ find: { do: "take-example" } }]);
  await setScene(host, { 标题: "夜航旅馆" });
  // A scene so full that the host would have to scroll to what waits for them.
  for (const at of [1, 2, 3]) await host.say(`.challenge 打手${at} 受伤-4 蒙骗-3; tag 对讲机`);
  await host.say(".hit @沈砚 划伤-3; tag 丢了提灯");
  await yan.button("缓解", strip(yan)).click();
  await fill(yan, { 描述: "贴着墙滚开" });
  const blow = stage(yan).getByRole("article").filter({ hasText: "落向沈砚" });
  await expect(blow).toContainText("划伤-3");
  await expect(blow).toContainText("丢了提灯");
  await stage(yan).locator("[data-hand] .chip.can:not(.weakness)").first().click();
  await expect(host.page.getByRole("heading", { name: "沈砚的标签" })).toBeInViewport();
  await host.button("全部计入", strip(host)).click();
  await rollTo(host, yan, ["mixed", "full"]);
  await clear(host);
  await expect(stage(yan).locator(".sums")).toContainText(/划伤 3→[012]/);
  await expectAccessible(yan.page);
  await yan.button("剩下的落下", strip(yan)).click();
  await expect(stage(yan).getByText("丢了提灯").first()).toBeVisible();
});

test("b46 a newcomer makes a character step by step, with every complaint at its field", async ({
  browser,
}) => {
  const host = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, PHONE);
  const invite = await host.openTable(server.url, /奇谈/, "雾中一夜", "林");
  await chao.sitDown(invite, "阿澈");
  await chao.button("自己造", stage(chao)).click();
  const { page } = chao;
  await page.getByLabel("名字", { exact: true }).waitFor();
  // Nothing is said before a field was left or the next step asked for.
  await expect(page.getByRole("alert")).toHaveCount(0);
  await chao.button("下一步").click();
  await expect(page.getByRole("alert")).toHaveText(/这里还空着/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(chao);
  await page.getByLabel("名字", { exact: true }).fill("顾遥");
  await chao.button("下一步").click();
  for (const kind of ["first", "second"]) {
    await chao.button("下一步").click();
    await expect(page.getByRole("alert")).toHaveCount(5);
    await page.getByLabel("标题", { exact: true }).fill(`${kind} 主题`);
    await page.getByLabel("主题标签", { exact: true }).fill(`${kind} 核心`);
    await page.getByLabel("力量标签 2", { exact: true }).fill(`${kind} 二`);
    await page.getByLabel("力量标签 3", { exact: true }).fill(`${kind} 三`);
    await page.getByLabel(/^弱点标签/).fill(`${kind} 弱点`);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await chao.button("下一步").click();
  }
  // A draft survives a reload.
  await page.reload();
  await chao.button("自己造", stage(chao)).click();
  await expect(page.getByLabel("名字", { exact: true })).toHaveValue("顾遥");
  for (let step = 0; step < 3; step += 1) await chao.button("下一步").click();
  await chao.button("完成").click();
  await chao.turnTo("角色");
  await expect(stage(chao).getByRole("heading", { name: "顾遥" }).first()).toBeVisible();
  await expect(stage(chao).getByText("first 核心").first()).toBeVisible();
});
