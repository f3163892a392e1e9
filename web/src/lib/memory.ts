/** What this device remembers. Private windows may refuse storage: then it simply forgets. */

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`mistline-${key}`, value);
  } catch {
    // Nothing depends on it.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`mistline-${key}`);
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`mistline-${key}`);
  } catch {
    // Nothing depends on it.
  }
}
