import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds a running `mistline serve`. */
const server = process.env.MISTLINE_URL ?? "http://127.0.0.1:8080";

/**
 * Writes `name.br` and `name.gz` beside each file that gets smaller by it: the server sends them as
 * they are, so nobody waits for a compressor.
 */
function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|html|json|svg|txt|webmanifest)$/.test(entry.name))
          continue;
        const path = join(entry.parentPath, entry.name);
        const whole = readFileSync(path);
        const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        for (const [ending, small] of [
          ["br", brotliCompressSync(whole, best)],
          ["gz", gzipSync(whole, { level: 9 })],
        ] as const) {
          if (small.length < whole.length) writeFileSync(`${path}.${ending}`, small);
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    // B-75: the oldest browsers we promise to work in.
    target: ["chrome111", "safari16.4"],
    // The content security policy allows no inline data.
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: server, ws: true } },
  },
  test: { include: ["src/**/*.test.ts"] },
});
