/** The text in the search field: ahead of the address while somebody types, following it otherwise. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import { dropUnsent, keepUnsent } from '../../browser/pendingLocation.ts';
import { searchedText } from './catalogueUrl.ts';

const restMs = 150;

interface Draft {
  text: string;
  /** The search of the address as it was seen last. */
  seen: string;
  /** What was sent to the address and has not been seen there yet, in order. */
  sent: readonly string[];
}

export interface SearchDraft {
  text: string;
  type: (text: string) => void;
  /** Takes over a text that the caller brings into the address itself. */
  set: (text: string) => void;
}

const sawOnly = (search: string): Draft => ({ text: search, seen: search, sent: [] });

/** Whether its text has still to be sent. */
const isAhead = ({ text, seen, sent }: Draft): boolean =>
  searchedText(text) !== (sent.at(-1) ?? seen);

/** The draft once the address says `search`: an own text has arrived, or somebody went elsewhere. */
function follow(draft: Draft, search: string): Draft {
  const arrived = draft.sent.indexOf(search);
  return arrived < 0
    ? sawOnly(search)
    : { ...draft, seen: search, sent: draft.sent.slice(arrived + 1) };
}

/**
 * `search` is the text of the address. `send` is called with a typed text after a rest of 150 ms;
 * going back in the history changes the field too. `placeOf` says where a typed text leads to, for a session that ends before the rest.
 * Who has pressed a service meanwhile is on the way there, and is not held up.
 */
export function useSearchDraft(
  search: string,
  send: (search: string) => void,
  placeOf: (search: string) => string,
): SearchDraft {
  const [draft, setDraft] = useState<Draft>(() => sawOnly(search));
  if (draft.seen !== search) setDraft(follow(draft, search));

  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const wanted = searchedText(draft.text);
  const isSent = !isAhead(draft);
  useEffect(() => {
    if (isSent || isLeaving) return undefined;
    const timer = setTimeout(() => {
      setDraft((now) => ({ ...now, sent: [...now.sent, wanted] }));
      send(wanted);
    }, restMs);
    return () => clearTimeout(timer);
  }, [isSent, isLeaving, wanted, send]);
  useEffect(() => {
    if (isSent || isLeaving) return undefined;
    return keepUnsent({
      place: () => placeOf(wanted),
      drop: () => setDraft((now) => (isAhead(now) ? sawOnly(now.seen) : now)),
    });
  }, [isSent, isLeaving, wanted, placeOf]);
  // Back and Forward lead to a search of their own.
  useEffect(() => {
    window.addEventListener('popstate', dropUnsent);
    return () => window.removeEventListener('popstate', dropUnsent);
  }, []);

  return {
    text: draft.text,
    type: (text) => setDraft((now) => ({ ...now, text })),
    set: (text) => setDraft((now) => ({ ...now, text, sent: [...now.sent, searchedText(text)] })),
  };
}
