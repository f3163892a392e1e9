import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  testMatch: process.env.MISTLINE_LOOK
    ? "look.pictures.ts"
    : process.env.MISTLINE_SHOTS
      ? "*.shots.ts"
      : process.env.MISTLINE_BENCH
        ? "*.bench.ts"
        : process.env.MISTLINE_EVENINGS
          ? "*.evening.ts"
          : "*.spec.ts",
  ...(process.env.MISTLINE_SHOTS ? { globalSetup: "./e2e/pictures.setup.ts" } : {}),
  outputDir: process.env.MISTLINE_SHOTS ? "test-results/shots" : "test-results",
  // One server and three browsers per test: two cores are busy with one of them.
  workers: 1,
  // A whole scene, with every page looked at for accessibility, on a machine that may be busy.
  timeout: 900_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    locale: "zh-CN",
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        // A page put in place of the server's (MISTLINE_DIST) counts as one from outside.
        "--disable-features=LocalNetworkAccessChecks",
      ],
    },
    trace: "retain-on-failure",
  },
});
