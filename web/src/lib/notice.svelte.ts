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

export function noticesAreOn(): boolean {
  return wanted;
}

/** Switched by a press, which is when a browser lets a page ask. */
export async function switchNotices(on: boolean): Promise<void> {
  wanted = on && (await Notification.requestPermission()) === "granted";
  remember("notices", wanted ? "on" : "off");
}

/** Says it if nobody looks at the page. One table has one notice at most. */
export function notice(table: string, title: string, text: string): void {
  if (!wanted || document.visibilityState === "visible") return;
  try {
    const shown = new Notification(title, { body: text, tag: table, icon: "/mark.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones allow them to service workers only; sound, vibration and the title remain.
  }
}

/** The tab's picture has a dot while something waits. */
export function markTab(waits: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = waits ? "/mark-waits.svg" : "/mark.svg";
}
