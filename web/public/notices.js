/** The service worker of notices (B-47): it shows them, and opens their table. It keeps no page. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("notificationclick", (event) => {
  const table = `/t/${event.notification.tag}`;
  event.notification.close();
  const all = self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const come = all.then((pages) => {
    const there = pages.find((page) => new URL(page.url).pathname === table);
    return there ? there.focus() : self.clients.openWindow(table);
  });
  event.waitUntil(come);
});
