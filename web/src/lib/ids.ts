/** A command's id, made by the client so that sending it twice does it once (B-11). */
export function newId(): string {
  // `crypto.randomUUID` is missing over plain HTTP on a LAN; these bytes are not.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [8, 4, 4, 4, 12]
    .map((length, index, all) => {
      const start = all.slice(0, index).reduce((sum, one) => sum + one, 0);
      return hex.slice(start, start + length);
    })
    .join("-");
}
