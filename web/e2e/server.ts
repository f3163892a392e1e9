/** A real server for a test: its own data folder, its own port, and a way to be killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "@playwright/test";

const TARGET = process.env.CARGO_TARGET_DIR ?? "../target";
export const BINARY = resolve(process.env.MISTLINE_BIN ?? `${TARGET}/debug/mistline`);

async function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      probe.close(() => found(address.port));
    });
  });
}

export class Server {
  #child: ChildProcess | null = null;
  #said = "";

  #folder = "";
  #port = 0;

  private constructor(
    readonly also: string[],
    /** The address it listens on. */
    readonly ip = "127.0.0.1",
  ) {}

  /** `also`: further words of `mistline serve`, as `--packs FOLDER`. */
  static async start(...also: string[]): Promise<Server> {
    return new Server(also).#begin();
  }

  /** One for all tests of a file: there from the first to the last. */
  static forFile(...also: string[]): Server {
    const server = new Server(also);
    test.beforeAll(async () => {
      await server.#begin();
    });
    test.afterAll(() => server.remove());
    return server;
  }

  /** One that other devices of the network reach as well. */
  static async startForAll(): Promise<Server> {
    return new Server([], "0.0.0.0").#begin();
  }

  async #begin(): Promise<Server> {
    this.#folder = await mkdtemp(join(tmpdir(), "mistline-e2e-"));
    // Another worker may have been given the same port a moment ago.
    for (;;) {
      this.#port = await freePort();
      this.#said = "";
      try {
        await this.up();
        return this;
      } catch (fault) {
        if (!/os error 98|address (already )?in use/i.test(this.#said)) throw fault;
      }
    }
  }

  get port(): number {
    return this.#port;
  }
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, again if need be, on the same folder and port. */
  async up(): Promise<void> {
    const child = spawn(
      BINARY,
      // A script presses faster than any person: how often one may ask is for other tests.
      [
        "serve",
        "--no-limits",
        "--data",
        this.#folder,
        "--listen",
        `${this.ip}:${this.#port}`,
        ...this.also,
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#child = child;
    let failed: string | null = null;
    child.once("error", (fault) => (failed = `${BINARY}: ${fault.message}`));
    child.once("exit", (code, signal) => {
      if (signal === null) failed = `the server ended with ${code}: ${this.#said}`;
    });
    for (const out of [child.stdout, child.stderr]) {
      out?.on("data", (text: Buffer) => (this.#said += text.toString()));
    }
    // For as long as it runs: a test that hangs here ends by Playwright's own deadline.
    for (;;) {
      if (failed !== null) throw new Error(failed);
      const answer = await fetch(`${this.url}/healthz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Another command of the binary on the same folder, beside the running server; what it says. */
  async run(...words: string[]): Promise<string> {
    const [command, ...rest] = words;
    const data = command === "verify" ? [] : ["--data", this.#folder];
    const child = spawn(BINARY, [command!, ...data, ...rest], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const out of [child.stdout, child.stderr]) {
      out.on("data", (text: Buffer) => (said += text.toString()));
    }
    const code = await new Promise<number | null>((done, failed) => {
      child.once("error", failed);
      child.once("close", done);
    });
    if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${said}`);
    return said;
  }

  /** Kill -9: no time to tidy up. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((done) => {
      child.once("exit", () => done());
      child.kill("SIGKILL");
    });
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
