// Languages of the interface, of catalogue texts and of messages.

export const languages = ['ru', 'en'] as const;
export type Language = (typeof languages)[number];
