/** Search suggestions: debounced, cached for five minutes, cancelled by newer input. */
import { useEffect, useState } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { SuggestionsDocument, type SuggestionsQuery } from '../../generated.ts';
import { searchLanguage } from '../../i18n/formats.ts';
import { searchedText } from './catalogueUrl.ts';

export type Suggestion = SuggestionsQuery['suggestions'][number];

/** Specification, section 9. */
const suggestionDelayMs = 150;
const cacheLifetimeMs = 5 * 60 * 1000;

interface CachedSuggestions {
  at: number;
  list: readonly Suggestion[];
}

const none: readonly Suggestion[] = [];
const cache = new WeakMap<ApolloClient, Map<string, CachedSuggestions>>();

async function ask(
  client: ApolloClient,
  search: string,
  signal: AbortSignal,
): Promise<CachedSuggestions> {
  const { data } = await client.query({
    query: SuggestionsDocument,
    variables: { search, language: searchLanguage(search) },
    fetchPolicy: 'no-cache',
    // An aborted call must not abort another one for the same text.
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
    const store = cache.get(client) ?? new Map<string, CachedSuggestions>();
    cache.set(client, store);
    const key = `${searchLanguage(search)} ${search.toLowerCase()}`;
    const work = new AbortController();
    const timer = setTimeout(() => {
      const known = store.get(key);
      if (known && Date.now() - known.at < cacheLifetimeMs) {
        setShown(known.list);
        return;
      }
      ask(client, search, work.signal).then(
        (answer) => {
          store.set(key, answer);
          if (!work.signal.aborted) setShown(answer.list);
        },
        (failure: unknown) => {
          // No message: the search works without suggestions.
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
