/** Fate with a real scene on it. */
import { expect, test } from "@playwright/test";
import { beginCharacter, fillDock, rollForTone, takeSeats } from "./fate";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { picture } from "./pictures";
import { Server } from "./server";

test("pictures of fate-condensed", async ({ browser }) => {
  const phone: Screen = { ...PHONE, theme: "light" };
  const server = await Server.start();
  const host = await Person.arrive(browser, WIDE);
  const yan = await Person.arrive(browser, WIDE);
  const chao = await Person.arrive(browser, phone);
  const invite = await host.openTable(server.url, /^命运浓缩版/, "雾港的最后一班船", "林");
  await takeSeats(invite, host, yan, chao);
  const form = await beginCharacter(chao, "陆潮");
  const place = form.getByLabel("+3 · 2");
  const skill = await place.inputValue();
  await place.selectOption("");
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByLabel("+4 · 1").scrollIntoViewIfNeeded();
  await picture(chao, "fate-make-phone");
  await place.selectOption(skill);
  await expect(form.getByRole("alert")).toHaveCount(0);
  await chao.button("就这样", form).click();

  await host.take(host.scene, /^开始场景/, {
    标题: "旧码头",
    描述: "潮水退到桩脚，雾从仓库的门缝里渗出来。",
  });
  const stage = await host.openMenu(host.scene, "布景");
  await host.take(stage, /^写形象/, { 形象: "伸手不见五指的浓雾" });
  await host.take(stage, /^写形象/, { 形象: "湿滑的木板" });
  await host.take(stage, /^写形象/, { 形象: "地板下有人", 只有主持人看见: true });
  await fillDock(host, stage);
  await host.scene.getByText("新配角").click();
  await host.page.getByLabel("怎么说").selectOption({ label: "旁白" });
  await host.say("汽笛响了第二遍。雾里有人踩断了一块木板。");
  await yan.page.getByLabel("怎么说").selectOption({ label: "角色说" });
  await yan.say("我数到三，你往左，我往右。");

  await yan.button("克服", yan.sheet).click();
  const act = yan.sheet.locator("form.offer");
  await act.getByLabel("怎么做").fill("在雾里摸到仓库的门");
  await act.getByLabel("面对什么").selectOption({ label: "良好（+3）" });
  await expect(act.locator(".odds")).toBeVisible();
  await picture(yan, "fate-act-wide", ["light"]);
  await yan.button("就这样", act).click();
  await expect(yan.button(/^掷骰/, yan.tray)).toBeVisible();
  await chao.raiseTray();
  await picture(chao, "fate-action-phone");
  await rollForTone(host, yan, ["mixed"]);
  await picture(yan, "fate-invoke-wide");
  await picture(host, "fate-host-wide");
  await yan.button("接受结果", yan.tray).click();
  await yan.button(/失败，但得到推助/, yan.tray).click();
  await host.sheet.getByRole("button", { name: "陆潮", exact: true }).click();
  const menu = await host.openMenu(host.sheet.getByRole("article", { name: "陆潮" }), "更多操作");
  await host.take(menu, /^承受生理/, { 几点: 4 });
  await chao.raiseTray();
  await expect(chao.tray).toContainText("陆潮受到 4 点");
  await picture(chao, "fate-hit-phone");
  await chao.tray.locator(".ways button", { hasText: "轻微" }).first().click();
  await chao.tray.getByLabel("后果的名字").first().fill("崴了脚");
  await chao.button("就这样", chao.tray).click();
  await chao.turnTo("角色");
  await picture(chao, "fate-sheet-phone");
  await chao.turnTo("现场");
  await picture(chao, "fate-scene-phone", ["light"]);
  await yan.page.getByLabel("语言").selectOption("en");
  await picture(yan, "fate-english-wide", ["light"]);
  await server.remove();
});
