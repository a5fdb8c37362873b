/** Text in the search field: ahead of the address while somebody types, following it otherwise. */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  dropPendingLocation,
  setPendingLocation,
  useWantedLocation,
} from '../../browser/pendingLocation.ts';
import { searchedText } from './catalogueUrl.ts';

const debounceMs = 150;

interface Draft {
  text: string;
  /** The search of the address as it was seen last. */
  seen: string;
  /** Texts sent to the address that have not arrived there, in order. */
  sent: readonly string[];
}

export interface SearchDraft {
  text: string;
  type: (text: string) => void;
  /** Sets a text that the caller puts into the address. */
  set: (text: string) => void;
}

const startDraft = (search: string): Draft => ({ text: search, seen: search, sent: [] });

/** Whether the text is still unsent. */
const isAhead = ({ text, seen, sent }: Draft): boolean =>
  searchedText(text) !== (sent.at(-1) ?? seen);

/** Draft after the address has changed to `search`: an own text has arrived, or the reader has navigated. */
function follow(draft: Draft, search: string): Draft {
  const arrived = draft.sent.indexOf(search);
  return arrived < 0
    ? startDraft(search)
    : { ...draft, seen: search, sent: draft.sent.slice(arrived + 1) };
}

/**
 * `search` is the text of the address. `send` is called with a typed text after a rest of 150 ms;
 * going back in the history changes the field too. `placeOf` says where a typed text leads to, for a session that ends before the rest.
 * A navigation to another screen is not disturbed.
 */
export function useSearchDraft(
  search: string,
  send: (search: string) => void,
  placeOf: (search: string) => string,
): SearchDraft {
  const [draft, setDraft] = useState<Draft>(() => startDraft(search));
  if (draft.seen !== search) setDraft(follow(draft, search));

  const { pathname } = useLocation();
  const isLeaving = useWantedLocation().pathname !== pathname;
  const wanted = searchedText(draft.text);
  const isSent = !isAhead(draft);
  useEffect(() => {
    if (isSent || isLeaving) return undefined;
    const timer = setTimeout(() => {
      setDraft((now) => ({ ...now, sent: [...now.sent, wanted] }));
      send(wanted);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [isSent, isLeaving, wanted, send]);
  useEffect(() => {
    if (isSent || isLeaving) return undefined;
    return setPendingLocation({
      place: () => placeOf(wanted),
      drop: () => setDraft((now) => (isAhead(now) ? startDraft(now.seen) : now)),
    });
  }, [isSent, isLeaving, wanted, placeOf]);
  // Back and Forward bring their own search.
  useEffect(() => {
    window.addEventListener('popstate', dropPendingLocation);
    return () => window.removeEventListener('popstate', dropPendingLocation);
  }, []);

  return {
    text: draft.text,
    type: (text) => setDraft((now) => ({ ...now, text })),
    set: (text) => setDraft((now) => ({ ...now, text, sent: [...now.sent, searchedText(text)] })),
  };
}
