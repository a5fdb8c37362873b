/**
 * A text that is being written, kept in this tab until it is sent or given up: the Back button, a reload or an ended
 * session loses nothing. Per person, so that nobody finds another's words after a change of accounts.
 */
import { useState } from 'react';
import { useSignedInUser } from './currentUser.ts';

export interface KeptText {
  text: string;
  write: (text: string) => void;
  /** The text was sent, or its writer gave it up. */
  forget: () => void;
}

/** A full or closed storage only costs the protection. */
function keep(key: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch (failure) {
    console.info('A text could not be kept', failure);
  }
}

/** `what` names the text among all of one person: `report 12`. */
export function useKeptText(what: string): KeptText {
  const key = `loadout.text.${useSignedInUser().id}.${what}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  return {
    text,
    write(changed) {
      setText(changed);
      keep(key, changed);
    },
    forget: () => keep(key, ''),
  };
}
