/** The browser, as the connection needs it. */
import { me, NotDone } from "../lib/api";
import type { Socket, World } from "../lib/connection";

export function browser(table: string): World {
  return {
    open() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/ws`) as Socket;
    },
    async seated() {
      try {
        await me(table);
        return true;
      } catch (fault) {
        // Only a clear no ends it; a server that is away or busy may come back.
        return !(fault instanceof NotDone && [401, 404, 410].includes(fault.status));
      }
    },
    wait(milliseconds, then) {
      const timer = setTimeout(then, milliseconds);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  };
}
