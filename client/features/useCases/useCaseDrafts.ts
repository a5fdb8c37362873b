/** Drafts of use cases in session storage, per person, and the unsaved texts that closing a dialog asks about. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { readStoredText, storeText } from '../../browser/draftStorage.ts';
import { randomId } from '../../browser/randomId.ts';
import { isLanguage, type Language } from '../../i18n/languages.ts';

export interface Draft {
  text: string;
  /** Language of the text. */
  language: Language;
  /** `updatedAt` of the edited use case, ISO 8601. */
  since?: string;
  /** Text and idempotency key of the last create call. */
  sent?: { text: string; key: string };
}

const prefix = 'loadout.draft';

export const newUseCaseKey = (userId: string, itemId: string): string =>
  `${prefix}.${userId}.item.${itemId}`;

export const editedUseCaseKey = (userId: string, useCaseId: string): string =>
  `${prefix}.${userId}.case.${useCaseId}`;

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Draft).text === 'string' &&
  isLanguage((value as Draft).language);

/** Null without a readable draft. */
export function readDraft(key: string): Draft | null {
  const stored = readStoredText(key);
  if (stored === null) return null;
  try {
    const draft: unknown = JSON.parse(stored);
    return isDraft(draft) ? draft : null;
  } catch (failure) {
    console.info('A stored draft could not be read', failure);
    return null;
  }
}

/** Null removes the draft. */
export const storeDraft = (key: string, draft: Draft | null): void =>
  storeText(key, draft && JSON.stringify(draft));

/** Adds an idempotency key. The same text keeps its key, so that a repeated call creates one use case. */
export function withRequestKey(draft: Draft): Draft & { sent: { text: string; key: string } } {
  const text = draft.text.trim();
  const sent = draft.sent?.text === text ? draft.sent : { text, key: randomId() };
  return { ...draft, sent };
}

/** Saves the current text; resolves to whether it is saved. */
type SaveText = () => Promise<boolean>;
/** Registers an unsaved text by key; null removes it. */
export type OnUnsaved = (key: string, save: SaveText | null) => void;

interface UnsavedTexts {
  keys: string[];
  onUnsaved: OnUnsaved;
  /** Saves all; resolves to whether all are saved. */
  saveAll: SaveText;
}

export function useUnsavedTexts(): UnsavedTexts {
  const [texts, setTexts] = useState<ReadonlyMap<string, SaveText>>(new Map());
  const onUnsaved = useCallback<OnUnsaved>((key, save) => {
    setTexts((former) => {
      const next = new Map(former);
      if (save) next.set(key, save);
      else next.delete(key);
      return next;
    });
  }, []);
  const saveAll = async () => {
    const outcomes = await Promise.all([...texts.values()].map((save) => save()));
    return outcomes.every(Boolean);
  };
  return { keys: [...texts.keys()], onUnsaved, saveAll };
}

/** Reports a text while it is unsaved, in a layout effect so that Escape cannot come in between. */
export function useReportUnsaved(
  key: string,
  isUnsaved: boolean,
  save: SaveText,
  onUnsaved: OnUnsaved | undefined,
): void {
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  });
  useLayoutEffect(() => {
    if (!isUnsaved || !onUnsaved) return undefined;
    onUnsaved(key, () => latest.current());
    return () => onUnsaved(key, null);
  }, [key, isUnsaved, onUnsaved]);
}
