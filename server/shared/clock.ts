// Clock port: rules that depend on the time are tested with a stopped clock.

/** Answers the present moment. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
