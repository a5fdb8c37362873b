/** What somebody is writing, kept in this tab: the Back button, a reload or an ended session loses nothing. */

/** Null where nothing is kept. */
export const readKept = (key: string): string | null => sessionStorage.getItem(key);

/** Keeps a text; null forgets it. A full or closed storage only costs the protection. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch (failure) {
    console.info('A text could not be kept', failure);
  }
}
