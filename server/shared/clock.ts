// Port of the time, so that tests can set the clock.

/** Returns the current time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
