// Lengths of time in milliseconds, and days of the calendar.

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
/** Twenty-four hours: days of a calendar can be longer or shorter. */
export const dayMs = 24 * hourMs;

/** The day of a moment in UTC, such as 2026-12-31. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
