/** The number under which the log knows a failure that is shown. */
export const errorNumber = (): string => crypto.randomUUID().slice(0, 8);
