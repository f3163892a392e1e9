/** A number with its sign, as people write it. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
