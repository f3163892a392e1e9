// Shows what a hidden page has to tell (B-47): some browsers let only a worker do that. It keeps
// nothing and fetches nothing.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === address);
      return open ? open.focus() : self.clients.openWindow(address);
    }),
  );
});
