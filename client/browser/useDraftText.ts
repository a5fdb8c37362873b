/**
 * A text that is being written, kept in this tab until it is sent or given up: the Back button, a reload or an ended
 * session loses nothing. Per person, so that nobody finds another's words after a change of accounts.
 */
import { useState } from 'react';
import { useSignedInUser } from './currentUser.ts';
import { keep, readKept } from './draftStorage.ts';

export interface KeptText {
  text: string;
  write: (text: string) => void;
  /** The text was sent, or its writer gave it up. */
  forget: () => void;
}

/** `what` names the text among all of one person: `report 12`. */
export function useKeptText(what: string): KeptText {
  const key = `loadout.text.${useSignedInUser().id}.${what}`;
  const [text, setText] = useState(() => readKept(key) ?? '');
  return {
    text,
    write(changed) {
      setText(changed);
      keep(key, changed.trim() === '' ? null : changed);
    },
    forget: () => keep(key, null),
  };
}
