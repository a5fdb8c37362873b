/**
 * Texts that are being written, kept in this tab until they are saved: a failed save or a reload
 * loses nothing. Per person, so that nobody finds another's words after a change of accounts.
 */
import { keep, readKept } from '../../browser/draftStorage.ts';
import { randomId } from '../../browser/randomId.ts';
import { isLanguage, type Language } from '../../i18n/languages.ts';

export interface Draft {
  text: string;
  /** The language of the field it belongs to. */
  language: Language;
  /** When the saved case that it changes was written, ISO 8601. */
  since?: string;
  /** The text of the last call that created a case of it, and that call's key. */
  sent?: { text: string; key: string };
}

const prefix = 'loadout.draft';

/** The draft of a new case for an item. */
export const newUseCaseKey = (userId: string, itemId: string): string =>
  `${prefix}.${userId}.item.${itemId}`;

/** The draft of a change of a case. */
export const editedUseCaseKey = (userId: string, useCaseId: string): string =>
  `${prefix}.${userId}.case.${useCaseId}`;

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Draft).text === 'string' &&
  isLanguage((value as Draft).language);

/** The kept draft; null when there is none that can be read. */
export function readDraft(key: string): Draft | null {
  const kept = readKept(key);
  if (kept === null) return null;
  try {
    const draft: unknown = JSON.parse(kept);
    return isDraft(draft) ? draft : null;
  } catch (failure) {
    console.info('A kept draft could not be read', failure);
    return null;
  }
}

/** Keeps a draft; null forgets it. */
export const storeDraft = (key: string, draft: Draft | null): void =>
  keep(key, draft && JSON.stringify(draft));

/**
 * The draft with the key of its call: the same text is sent with the same key, so that a repeated
 * call cannot make two cases; a changed text gets a new one, so that it cannot be answered with the
 * older text.
 */
export function withRequestKey(draft: Draft): Draft & { sent: { text: string; key: string } } {
  const text = draft.text.trim();
  const sent = draft.sent?.text === text ? draft.sent : { text, key: randomId() };
  return { ...draft, sent };
}
