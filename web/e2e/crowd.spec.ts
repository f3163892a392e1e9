/** B-75: tables with more on them than anyone would wish for still hold together. */
import { expect, test } from "@playwright/test";
import { crowdedFate, crowdedMist } from "./crowd";
import { expectAccessible, expectNoSidewaysScroll, expectStill } from "./looks";
import { Person, PHONE, WIDE, type Screen } from "./people";
import { Server } from "./server";

const server = Server.forFile();
const NARROW: Screen = { ...PHONE, width: 320, height: 640 };

/** Nothing sticks out of the window, and no text is cut off at its right side by its own box. */
async function expectWhole(person: Person): Promise<void> {
  await expectStill(person.page);
  await expectNoSidewaysScroll(person);
  const out = await person.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".stage *, .top *, .strip *")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
      .filter((one) => !one.closest(".look-unseen, svg, [data-scrolls], .tl-fight"))
      .filter((one) => {
        const { right, left } = one.getBoundingClientRect();
        return right > innerWidth + 1 || left < -1;
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  expect(out).toEqual([]);
}

for (const [name, crowd] of [
  ["twenty challenges and eight seats", crowdedMist],
  ["sixty aspects and eight seats", crowdedFate],
] as const) {
  test(`b75 ${name} fit on every screen`, async ({ browser }) => {
    const host = await Person.arrive(browser, WIDE);
    await host.page.goto(server.url);
    const table = await crowd(host, server.url);
    for (const { width, height } of [WIDE, { width: 1024, height: 768 }, PHONE, NARROW]) {
      await host.page.setViewportSize({ width, height });
      await host.page.goto(`${server.url}/t/${table}`);
      await expect(host.page.getByRole("region", { name: "此刻" })).toBeVisible();
      await expectWhole(host);
      if (width === WIDE.width || width === PHONE.width) await expectAccessible(host.page);
    }
    await host.page.context().close();
  });
}
