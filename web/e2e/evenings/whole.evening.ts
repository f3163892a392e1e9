/** `make evenings`: a campaign of four evenings for each family. */
import { test } from "@playwright/test";
import { playCampaign } from "./campaign";
import { FATE, MIST, TIMELINE } from "./groups";

for (const group of [MIST, FATE, TIMELINE]) {
  test(`b44 b52 four evenings: ${group.name}`, async ({ browser }) => {
    await playCampaign(browser, group, 4);
  });
}
