// The time, as a port: rules that depend on it are tested with a clock that stands still.

/** Answers the present moment. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
