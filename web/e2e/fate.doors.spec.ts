/** Every command of Fate has a door on the page: each is played once by pressing. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { act, area, card, fill, settle, shelf, sitDown, strip, token, work } from "./fate";
import { Person, WIDE } from "./people";
import { Server } from "./server";

/** The commands the wire knows. */
function commands(): string[] {
  const wire = readFileSync("src/wire.ts", "utf8");
  const begin = wire.indexOf("export type FateCommand");
  const text = wire.slice(begin, wire.indexOf(";\n\n", begin));
  return [...text.matchAll(/"do": "([a-z-]+)"/g)].map(([, name]) => name!);
}

test("every command of the family has a door on the page", async ({ browser }) => {
  const server = await Server.start();
  const played = new Set<string>();
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  for (const person of [host, yan]) {
    person.page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const sent = JSON.parse(String(payload)) as {
          do?: { command?: { game?: { do: string } } };
        };
        if (sent.do?.command?.game) played.add(sent.do.command.game.do);
      }),
    );
  }
  const main = (person: Person, name: string | RegExp = "就这样") =>
    person.button(name, strip(person)).click();
  /** Whatever a roll still asks of anybody is answered, until the strip is at rest. */
  const finish = async () => {
    await expect(async () => {
      for (const person of [host, yan]) {
        await settle(person);
        const hit = person.button("退出战斗", strip(person));
        if (await hit.isVisible()) await hit.click({ timeout: 500 });
        const choice = work(person).locator(".ways button").first();
        if (await choice.isVisible()) await choice.click({ timeout: 500 });
        const cost = work(person).getByLabel("代价");
        if (await cost.isVisible()) {
          await cost.fill("代价");
          await person.button("就这样", work(person)).click({ timeout: 500 });
        }
        for (const name of [/^掷骰/, "就这样"]) {
          const one = person.button(name, strip(person));
          if ((await one.isVisible()) && (await one.isEnabled())) await one.click({ timeout: 500 });
        }
      }
      await settle(host);
      await expect(host.button("布景", strip(host))).toBeVisible({ timeout: 800 });
    }).toPass({ timeout: 60_000 });
  };

  await test.step("a sheet: taken, made, mended, handed over", async () => {
    const invite = await host.openTable(server.url, /^命运浓缩版/, "雾港", "林");
    await host.page.getByRole("link", { name: "去桌边" }).click();
    await sitDown(yan, invite, "小周");
    await yan.button("选角色").click();
    await yan.button("用阿岚这张卡").click();
    await expect(yan.sheet.getByRole("article", { name: "阿岚" })).toBeVisible();
    await yan.button("关闭").click();
    await act(yan, yan.button(/^自由形象 还空着/).first(), /^写自由形象/, { 形象: "夜路走惯了" });
    await host.button("不同意", work(host)).click();
    await act(yan, yan.button(/^自由形象 还空着/).first(), /^写自由形象/, { 形象: "夜路走惯了" });
    await host.button(/^同意/, work(host)).click();
    await host.button("请谁上台", shelf(host)).click();
    await host.page.locator("summary", { hasText: "新配角" }).click();
    const npc = host.page.locator("form.npc");
    await npc.getByLabel("名字", { exact: true }).fill("塌方");
    await npc.getByLabel("是危险，自己发作").check();
    await host.button("就这样", npc).click();
    await host.page.getByLabel("一行写一个配角").fill("打手 配角 格斗 2: 拳头比脑子快");
    await host.button("请上来").click();
    await expect(host.button(/^打手/)).toBeVisible();
    await act(host, host.button(/^打手/), "复制", { 几份: 2 });
    await act(host, host.button(/^打手 3|^打手3/), "退场");
    await act(host, host.button(/^塌方/), "隐藏");
    await act(host, host.button(/^塌方/), "揭示");
    await act(host, host.button(/^塌方/), "改名", { 名字: "落石" });
  });

  await test.step("scenes: prepared, started, dropped, ended", async () => {
    await host.button(/^准备场景/).click();
    const form = host.page.locator("form.offer");
    await fill(form, { 标题: "码头" });
    await host.button("就这样", form).click();
    const scene = host.page.getByRole("article", { name: "码头" });
    await act(host, host.button("改", scene), "加形象", { 形象: "浓雾" });
    await act(host, host.button("改", scene), "撤下");
    await host.button("关闭").click();
    await act(host, host.button("开始场景", strip(host)), "开始场景", { 标题: "仓库" });
    await act(host, host.button("收场", shelf(host)), "结束场景，留作下一场");
    await host.button("开始", host.scene).click();
    await act(host, host.button("布景", shelf(host)), "加区域", { 区域: "栈桥" });
    await act(host, host.button("布景", shelf(host)), "加区域", { 区域: "货仓" });
    await act(host, host.button(/^改栈桥/), "与货仓之间设阻", { 难度: 2 });
    await act(host, host.button("布景", shelf(host)), "写形象", { 形象: "湿滑的木板" });
    await act(host, host.button("布景", shelf(host)), "写形象", {
      形象: "暗门",
      只有主持人看见: true,
    });
    await act(host, host.button("布景", shelf(host)), "场景笔记", { 笔记: "涨潮" });
    await act(host, card(host, "湿滑的木板"), "给免费援引", { 谁: "阿岚" });
    await yan.button("移到这里", area(yan, "栈桥")).click();
    await act(yan, card(yan, "湿滑的木板"), /让出免费援引/, { 谁: "主持人" });
    await act(host, host.button("这张桌子", shelf(host)), "开始聚会");
    await act(host, host.button("这张桌子", shelf(host)), "桌面选项", { 几胜赢得竞争: 2 });
    await act(host, token(host, "阿岚"), "给命运点", { 几点: 3, 理由: "开场" });
  });

  await test.step("points: details and compels", async () => {
    await act(yan, token(yan, "阿岚"), "花 1 点添细节", { 细节: "这里有灯" });
    const over = (person: Person) => person.page.locator(".over");
    await act(host, token(host, "阿岚"), "强迫", { 麻烦: "灯灭了" });
    await main(host, "撤回");
    await act(host, token(host, "阿岚"), "强迫", { 麻烦: "灯灭了" });
    await over(yan).getByLabel("为什么没有发生").fill("早有准备");
    await yan.button(/不，忍住了/, over(yan)).click();
    await act(host, token(host, "阿岚"), "强迫", { 麻烦: "灯灭了" });
    await yan.button(/就这样/, over(yan)).click();
    await act(yan, token(yan, "阿岚"), "追溯强迫", { 麻烦: "刚才摔了" });
    await host.button("不同意", over(host)).click();
    await act(host, host.button("挑战、竞争与冲突", shelf(host)), "强迫全体", { 麻烦: "涨潮" });
    await yan.button(/就这样/, over(yan)).click();
  });

  await test.step("an action: opposed, helped, stated, cancelled, rolled, invoked, chosen", async () => {
    await main(yan, "行动");
    await main(yan);
    await main(host);
    await act(host, host.button("还能做什么", strip(host)), "加值", { 理由: "顺风" });
    await yan.button("取消", strip(yan)).click();
    await main(yan, "行动");
    await yan.button("探查", work(yan)).click();
    await main(yan);
    await host.button(/^是暗门/, work(host)).click();
    await main(host);
    await main(host);
    await yan.button(/^掷骰/, strip(yan)).click();
    await settle(yan);
    await yan.page.locator(".ic.lit").first().click();
    await finish();
  });

  const missing = commands().filter((name) => !played.has(name));
  console.log("not played:", missing.join(" "));
  await server.remove();
});
