/**
 * The accessible name of a button that shows less than it means: all of it, beginning with what is
 * shown, so that people who speak to their device can say what they see (WCAG 2.5.3).
 */
export function named(shown: string, meant: string): string {
  return meant.includes(shown) ? meant : `${shown} ${meant}`;
}
