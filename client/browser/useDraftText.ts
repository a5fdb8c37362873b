/** Drafts of a form, its text and its choices: stored in this tab per person until sent or discarded. */
import { useState } from 'react';
import { useSignedInUser } from './currentUser.ts';
import { storeText, readStoredText } from './draftStorage.ts';

interface DraftText {
  text: string;
  write: (text: string) => void;
  /** The text was sent, or its writer gave it up. */
  forget: () => void;
}

/** `what` names the text among all of one person: `report 12`. */
export function useDraftText(what: string): DraftText {
  const key = `loadout.text.${useSignedInUser().id}.${what}`;
  const [text, setText] = useState(() => readStoredText(key) ?? '');
  return {
    text,
    write(changed) {
      setText(changed);
      storeText(key, changed.trim() === '' ? null : changed);
    },
    forget: () => storeText(key, null),
  };
}

interface DraftChoice {
  has: (word: string) => boolean;
  set: (word: string, isChosen: boolean) => void;
  /** Chooses one of a list, in place of the one before. */
  setOne: (word: string, list: readonly string[]) => void;
  /** The form was sent, or its writer gave it up. */
  forget: () => void;
}

/** `what` names the form among all of one person: `report 12`. Its words hold no spaces; no longer known ones are nobody's. */
export function useDraftChoice(what: string): DraftChoice {
  const { text, write, forget } = useDraftText(`choice ${what}`);
  const words = text.split(' ').filter(Boolean);
  const without = (gone: readonly string[]) => words.filter((word) => !gone.includes(word));
  const add = (word: string, kept: readonly string[]) => write([...kept, word].join(' '));
  return {
    has: (word) => words.includes(word),
    set: (word, isChosen) =>
      isChosen ? add(word, without([word])) : write(without([word]).join(' ')),
    setOne: (word, list) => add(word, without(list)),
    forget,
  };
}
