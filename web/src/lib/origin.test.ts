import { expect, test } from "vitest";
import { isThisMachine } from "./origin";

test("b07 a link to this machine is told from one a friend can open", () => {
  for (const host of [
    "localhost",
    "LOCALHOST",
    "mist.localhost",
    "127.0.0.1",
    "127.1.2.3",
    "[::1]",
  ])
    expect(isThisMachine(host), host).toBe(true);
  for (const host of [
    "192.168.1.5",
    "play.example",
    "localhost.example",
    "10.127.0.0",
    "[fd00::2]",
  ])
    expect(isThisMachine(host), host).toBe(false);
});
