/**
 * A text that is being written, kept in this tab until it is sent or given up: the Back button, a reload or an ended
 * session loses nothing. Per person, so that nobody finds another's words after a change of accounts.
 */
import { useState } from 'react';
import { useSignedInUser } from './currentUser.ts';
import { storeText, readStoredText } from './draftStorage.ts';

export interface DraftText {
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
