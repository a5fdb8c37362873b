/** Query of one page of results, with its loading, stale, partial and slow states. */
import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import {
  SearchKnowledgeDocument,
  useSearchKnowledgeQuery,
  type FoundLoadoutFragment,
  type SearchKnowledgeQuery,
} from '../../generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { searchVariables, type CatalogueState } from './catalogueUrl.ts';

export type FoundPage = SearchKnowledgeQuery['searchKnowledge'];

export interface Catalogue {
  /** Undefined at the first load and after a failure without kept data. */
  found: FoundPage | undefined;
  /** Loadout that the search means. */
  loadout: FoundLoadoutFragment | null;
  /** `found` is the answer to an earlier question; the new one is under way. */
  isStale: boolean;
  /** A question without an answer is under way; a silent refresh is none. */
  isLoading: boolean;
  error: Error | undefined;
  /** Some fields of the answer could not be read; they are null. */
  isPartial: boolean;
  retry: () => void;
}

/** `page` counts from 1. */
export function useCatalogue(state: CatalogueState, page: number): Catalogue {
  const client = useApolloClient();
  const { language } = useLanguage();
  const variables = searchVariables(state, page, language);
  const result = useSearchKnowledgeQuery({
    variables,
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
  });
  const { data, previousData, loading } = result;
  const isPartial = result.error !== undefined && Boolean(data?.searchKnowledge);
  const error = isPartial ? undefined : result.error;
  // A failed refresh takes the answer away; what the cache knows is still worth showing.
  const kept = error ? client.readQuery({ query: SearchKnowledgeDocument, variables }) : null;
  const answer = data ?? kept ?? undefined;
  const isLoading = answer === undefined && loading;
  const shown = answer ?? (isLoading ? previousData : undefined);
  return {
    found: shown?.searchKnowledge,
    loadout: shown?.loadoutForSearch ?? null,
    isStale: isLoading && shown !== undefined,
    isLoading,
    error,
    isPartial,
    retry: () => {
      // `error` of the hook shows the failure.
      result.refetch().catch((failure: unknown) => {
        console.info('The catalogue could not be loaded again', failure);
      });
    },
  };
}

const slowAfterMs = 4000;

/** Whether `waiting` has lasted for four seconds. */
export function useIsSlow(waiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [waiting]);
  return isSlow;
}
