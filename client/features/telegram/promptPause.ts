/** Pause of the Telegram prompt after “later”. */

const promptPauseMs = 7 * 24 * 60 * 60 * 1000;

const keyOf = (userId: string): string => `loadout.telegramPrompt.${userId}`;

export function isPromptDue(userId: string, now: number): boolean {
  const pausedAt = Number(localStorage.getItem(keyOf(userId)) ?? 0);
  return !(now - pausedAt < promptPauseMs);
}

/** Without storage the prompt simply comes again. */
export function pausePrompt(userId: string, now: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(now));
  } catch (failure) {
    console.info('The answer to the Telegram prompt could not be stored', failure);
  }
}
