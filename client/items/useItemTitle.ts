/** Title of an item, for the dialogs about it. */
import { createContext, useContext } from 'react';
import { isNotFound } from '../browser/graphqlFailure.ts';
import { useItemTitleQuery } from '../generated.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getTitle } from './itemText.ts';

export interface ItemTitle {
  /** In the reader's language; empty while loading, and in a dialog that opened without it. */
  title: string;
  /** The English title, or the Russian one if it is missing (specification, section 5). */
  service: string;
  /** The title is loading. */
  isComing: boolean;
  /** There is no such service for the reader. */
  isGone: boolean;
  /** Asks once more. */
  refetch: () => Promise<unknown>;
}

/** False in a dialog that opened before the title had loaded: a late title would shift its content. */
export const ShowsItemTitle = createContext(true);

export function useItemTitle(itemId: string): ItemTitle {
  const { language } = useLanguage();
  const hasPlace = useContext(ShowsItemTitle);
  const { data, error, loading, refetch } = useItemTitleQuery({ variables: { id: itemId } });
  const item = data?.knowledgeItem;
  return {
    title: item && hasPlace ? getTitle(item, language).text : '',
    service: item ? getTitle(item, 'en').text : '',
    isComing: loading && !item,
    isGone: !item && isNotFound(error),
    refetch,
  };
}
