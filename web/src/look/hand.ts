/** Which cards of a hand lie open. */

/** Beyond three, two lie open and the rest are spines; while picking all lie open. */
export function openCards(
  ids: readonly string[],
  wanted: readonly string[],
  picking: boolean,
  room = 3,
): string[] {
  if (picking || ids.length <= room) return [...ids];
  const open = wanted.filter((id) => ids.includes(id)).slice(-(room - 1));
  for (const id of ids) {
    if (open.length >= room - 1) break;
    if (!open.includes(id)) open.push(id);
  }
  return ids.filter((id) => open.includes(id));
}
