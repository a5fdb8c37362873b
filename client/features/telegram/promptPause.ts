/** When the reader last put the Telegram prompt aside; it stays away for seven days. */

export const promptPauseMs = 7 * 24 * 60 * 60 * 1000;

const keyOf = (userId: string): string => `loadout.telegramPrompt.${userId}`;

/** True when the prompt may be shown again. */
export function isPromptDue(userId: string, now: number): boolean {
  const kept = Number(localStorage.getItem(keyOf(userId)) ?? 0);
  return !(now - kept < promptPauseMs);
}

/** Remembers that the prompt was put aside. A closed storage only means that it comes again. */
export function pausePrompt(userId: string, now: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(now));
  } catch (failure) {
    console.info('The answer to the Telegram prompt could not be kept', failure);
  }
}
