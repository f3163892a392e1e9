/** Where a popover stands: under its thing if there is room, else above, always in the window. */
export type Rect = { left: number; top: number; right: number; bottom: number };
export type Size = { width: number; height: number };

export function place(anchor: Rect, popover: Size, window: Size, gap = 6, edge = 8) {
  const left = Math.max(edge, Math.min(anchor.left, window.width - popover.width - edge));
  const below = anchor.bottom + gap;
  const fits = below + popover.height + edge <= window.height;
  const above = anchor.top - gap - popover.height;
  const top = fits || above < edge ? Math.min(below, window.height - popover.height - edge) : above;
  return { left, top: Math.max(edge, top) };
}
