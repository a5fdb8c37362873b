/** The text in the search field: ahead of the address while somebody types, following it otherwise. */
import { useEffect, useState } from 'react';
import { searchedText } from './catalogueUrl.ts';

const restMs = 150;

interface Draft {
  text: string;
  /** Searches in the address that do not contradict the text: where it began, and what was sent since. */
  known: readonly string[];
}

export interface SearchDraft {
  text: string;
  type: (text: string) => void;
  /** Takes a text over without waiting. */
  set: (text: string) => void;
}

/**
 * `search` is the text of the address. `send` is called with a typed text after a rest of 150 ms;
 * going back in the history changes the field too.
 */
export function useSearchDraft(search: string, send: (search: string) => void): SearchDraft {
  const [draft, setDraft] = useState<Draft>({ text: search, known: [search] });
  const isOwn = draft.known.includes(search);
  const isSettled = isOwn && searchedText(draft.text) === search;

  // What was sent has arrived, or the address changed on its own: from here on only it counts.
  if (!isOwn) setDraft({ text: search, known: [search] });
  else if (isSettled && draft.known.length > 1) setDraft({ ...draft, known: [search] });

  useEffect(() => {
    const wanted = searchedText(draft.text);
    if (draft.known.includes(wanted)) return undefined;
    const timer = setTimeout(() => {
      setDraft((now) => ({ ...now, known: [...now.known, wanted] }));
      send(wanted);
    }, restMs);
    return () => clearTimeout(timer);
  }, [draft, send]);

  return {
    text: draft.text,
    type: (text) => setDraft({ text, known: draft.known }),
    set: (text) => setDraft({ text, known: [...draft.known, searchedText(text)] }),
  };
}
