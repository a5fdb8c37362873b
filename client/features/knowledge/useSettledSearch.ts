/** Says which search somebody has stopped at: while it is typed every letter is answered, and what counts as a wish is the last. */
import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { SettleSearchDocument } from '../../generated.ts';
import { searchLanguage } from '../../i18n/formats.ts';

/** Longer than a pause between words. */
const stoodMs = 2000;

export function useSettledSearch(search: string): void {
  const client = useApolloClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      const variables = { search, language: searchLanguage(search) };
      client
        .query({ query: SettleSearchDocument, variables, fetchPolicy: 'no-cache' })
        .catch((failure: unknown) => {
          // The answer stands there, and the next who searches is counted.
          console.info('The search is not counted', failure);
        });
    }, stoodMs);
    return () => clearTimeout(timer);
  }, [client, search]);
}
