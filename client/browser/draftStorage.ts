/** Storage of unsent texts in this tab: they survive the Back button, a reload and an ended session. */

/** Null when nothing is stored. */
export const readStoredText = (key: string): string | null => sessionStorage.getItem(key);

/** Keeps a text; null forgets it. A full or closed storage only costs the protection. */
export function storeText(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch (failure) {
    console.info('A text could not be kept', failure);
  }
}
