/** Detection of a finished search: only a search that rests is counted as a catalogue gap. */
import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { SettleSearchDocument } from '../../generated.ts';
import { searchLanguage } from '../../i18n/formats.ts';

/** Longer than a pause between typed words. */
const finishedAfterMs = 2000;

/** Whether the server has counted the search as a catalogue gap. */
export function useFinishedSearch(search: string): boolean {
  const client = useApolloClient();
  const [counted, setCounted] = useState<string | null>(null);
  useEffect(() => {
    const settle = async () => {
      const variables = { search, language: searchLanguage(search) };
      const query = { query: SettleSearchDocument, variables, fetchPolicy: 'no-cache' } as const;
      const { data } = await client.query(query);
      if (data?.searchKnowledge.isCatalogueGap) setCounted(search);
    };
    const timer = setTimeout(() => {
      settle().catch((failure: unknown) => {
        // The results are unaffected.
        console.info('The search is not counted', failure);
      });
    }, finishedAfterMs);
    return () => clearTimeout(timer);
  }, [client, search]);
  return counted === search;
}
