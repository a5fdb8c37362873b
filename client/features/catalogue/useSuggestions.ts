/** Suggestions for a typed text: asked for after 150 ms of rest, kept for five minutes, never overtaken by a late answer. */
import { useEffect, useState } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { SuggestionsDocument, type SuggestionsQuery } from '../../generated.ts';
import { searchLanguage } from '../../i18n/formats.ts';
import { searchedText } from './catalogueUrl.ts';

export type Suggestion = SuggestionsQuery['suggestions'][number];

/** Specification, section 9. */
const suggestionDelayMs = 150;
const keptMs = 5 * 60 * 1000;

interface Kept {
  at: number;
  list: readonly Suggestion[];
}

const none: readonly Suggestion[] = [];
const kept = new WeakMap<ApolloClient, Map<string, Kept>>();

async function ask(client: ApolloClient, search: string, signal: AbortSignal): Promise<Kept> {
  const { data } = await client.query({
    query: SuggestionsDocument,
    variables: { search, language: searchLanguage(search) },
    fetchPolicy: 'no-cache',
    // An ended call must not take another one for the same text along.
    context: { fetchOptions: { signal }, queryDeduplication: false },
  });
  return { at: Date.now(), list: data?.suggestions ?? none };
}

/** The suggestions for `text`; until they come, those of the text before. None for a blank text. */
export function useSuggestions(text: string): readonly Suggestion[] {
  const client = useApolloClient();
  const [shown, setShown] = useState<readonly Suggestion[]>(none);
  const search = searchedText(text);

  useEffect(() => {
    if (search === '') return undefined;
    const store = kept.get(client) ?? new Map<string, Kept>();
    kept.set(client, store);
    const key = `${searchLanguage(search)} ${search.toLowerCase()}`;
    const work = new AbortController();
    const timer = setTimeout(() => {
      const known = store.get(key);
      if (known && Date.now() - known.at < keptMs) {
        setShown(known.list);
        return;
      }
      ask(client, search, work.signal).then(
        (answer) => {
          store.set(key, answer);
          if (!work.signal.aborted) setShown(answer.list);
        },
        (failure: unknown) => {
          // Without suggestions the search works as well: no message.
          if (work.signal.aborted) return;
          console.info('No suggestions', failure);
          setShown(none);
        },
      );
    }, suggestionDelayMs);
    return () => {
      clearTimeout(timer);
      work.abort();
    };
  }, [client, search]);

  return search === '' ? none : shown;
}
