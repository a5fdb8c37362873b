/** Says which search somebody has stopped at: while it is typed every letter is answered, and what counts as a wish is the last. */
import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { SettleSearchDocument } from '../../generated.ts';
import { searchLanguage } from '../../i18n/formats.ts';

/** Longer than a pause between words. */
const stoodMs = 2000;

/** Whether the server has taken the search for a wish. */
export function useSettledSearch(search: string): boolean {
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
        // The answer stands there, and the next who searches is counted.
        console.info('The search is not counted', failure);
      });
    }, stoodMs);
    return () => clearTimeout(timer);
  }, [client, search]);
  return counted === search;
}
