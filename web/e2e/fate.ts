/** What people do at every Fate table of these tests. */
import { expect, type Locator } from "@playwright/test";
import { rollUntil, type Person } from "./people";

/** The host goes to the table, two players sit down, and the first takes an example. */
export async function takeSeats(
  invite: string,
  host: Person,
  first: Person,
  second: Person,
): Promise<void> {
  await host.page.getByRole("link", { name: "去桌边" }).click();
  await expect(host.scene).toBeVisible();
  await first.sitDown(invite, "小周");
  await second.sitDown(invite, "阿澈");
  await first
    .button(/^用.+这张卡$/)
    .first()
    .click();
  await expect(first.sheet.getByRole("article").first()).toBeVisible();
}

/** A form for a character of one's own, filled in from an example. */
export async function beginCharacter(player: Person, name: string): Promise<Locator> {
  await player.turnTo("角色");
  await player.sheet.getByText("写角色").click();
  const form = player.sheet.locator("form");
  await form.locator(".row button").first().click();
  await form.getByLabel("名字", { exact: true }).fill(name);
  return form;
}

/** Two zones, and someone in the way. */
export async function fillDock(host: Person, stage: Locator): Promise<void> {
  await host.take(stage, /^加区域/, { 区域: "栈桥" });
  await host.take(stage, /^加区域/, { 区域: "仓库" });
  await host.scene.getByText("新配角").click();
  const npc = host.scene.locator("form.npc");
  await npc.getByLabel("名字", { exact: true }).fill("码头打手");
  await npc.getByLabel("形象 1").fill("拳头比脑子快");
  await npc.getByLabel("技能 1", { exact: true }).selectOption({ label: "格斗" });
  await host.button("就这样", npc).click();
}

/** Rolls until the outcome is one of `wanted`; the host takes every other one back. */
export async function rollForTone(host: Person, player: Person, wanted: string[]): Promise<void> {
  await rollUntil(host, player, wanted, async () => {
    await player.raiseTray();
    await player.button(/^掷骰/, player.tray).click();
    const outcome = player.tray.locator("p.outcome");
    await expect(outcome).toBeVisible();
    return outcome.getAttribute("data-tone");
  });
}
