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
  // A run begins by emptying its folder: pictures and benchmarks keep out of that of the tests.
  outputDir: process.env.MISTLINE_SHOTS
    ? "test-results/shots"
    : process.env.MISTLINE_BENCH
      ? "test-results/bench"
      : "test-results/tests",
  // Two files at a time, each with a server of its own: 443 s of tests took 240 s on two busy cores.
  // What is measured has the machine for itself.
  workers: process.env.MISTLINE_BENCH ? 1 : 2,
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
