/**
 * A system notification when it is this seat's turn and the page is not in front (B-47): off until
 * somebody switches it on, on this device, and only as far as the browser allows.
 */
import { recall, remember } from "./memory";

/** Over plain HTTP from another machine browsers have none. */
export const canNotify = "Notification" in globalThis && globalThis.isSecureContext;

let on = $state(recall("notify") === "on");

export function notifies(): boolean {
  return canNotify && on && Notification.permission === "granted";
}

/** Asks the browser, if it has not been asked before; whether it is on then. */
export async function switchNotify(wanted: boolean): Promise<boolean> {
  on = false;
  if (wanted && canNotify && (await Notification.requestPermission()) === "granted") {
    on = true;
    // Where only a worker may notify, it has to be there when it is needed.
    void navigator.serviceWorker?.register("/messenger.js").catch(() => undefined);
  }
  remember("notify", on ? "on" : "off");
  return on;
}

/** Says that it is this seat's turn, unless the page is in front: one for each table. */
export function tellTurn(table: string, title: string, body: string): void {
  if (!notifies() || document.visibilityState === "visible") return;
  const address = `/t/${table}`;
  const options = { body, tag: table, icon: "/mark-192.png", data: address };
  void (async () => {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return worker.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  })().catch(() => undefined);
}
