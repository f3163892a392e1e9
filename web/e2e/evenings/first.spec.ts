/** The first evening of a campaign; `make evenings` plays four for each family. */
import { test } from "@playwright/test";
import { playCampaign } from "./campaign";
import { MIST } from "./groups";

test("b44 b52 an evening is prepared, played, looked back at, and goes to another server", async ({
  browser,
}) => {
  await playCampaign(browser, MIST, 1);
});
