/** Draft text of a form, stored in this tab per person until it is sent or discarded. */
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
