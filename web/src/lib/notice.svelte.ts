/**
 * What this device says of a turn while its page is not in front (B-47): the tab's mark always, a
 * notice of the system where a person has asked for it and the browser allows it.
 */
import { recall, remember } from "./memory";

/** Only pages of a secure origin may; a table on the local network has the other signs. */
export const canNotify = "Notification" in window && window.isSecureContext;

let wanted = $state(
  canNotify && recall("notices") === "on" && Notification.permission === "granted",
);

if (wanted) registerNotices();

export function noticesAreOn(): boolean {
  return wanted;
}

/** Switched by a press, which is when a browser lets a page ask. */
export async function switchNotices(on: boolean): Promise<void> {
  wanted = on && (await Notification.requestPermission()) === "granted";
  remember("notices", wanted ? "on" : "off");
  if (wanted) registerNotices();
}

/** Says it if nobody looks at the page. One table has one notice at most. */
export async function notice(table: string, title: string, text: string): Promise<void> {
  if (!wanted || document.visibilityState === "visible") return;
  const what = { body: text, tag: table, icon: "/icon-192.png" };
  // Phones show them for service workers only, which also open the table when it is pressed.
  const worker = await registered();
  if (worker) return worker.showNotification(title, what);
  try {
    const shown = new Notification(title, what);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Sound, vibration and the title remain.
  }
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  const found = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return found?.active ? found : undefined;
}

/** The worker of notices keeps and fetches nothing: what the page shows is always the server's. */
function registerNotices(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/notices.js").catch(() => {
    // Without it notices are the page's own.
  });
}

/** The tab's picture has a dot while something waits. */
export function markTab(waits: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = waits ? "/mark-waits.svg" : "/mark.svg";
}
