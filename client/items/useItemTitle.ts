/** The title of an item for the dialogs about it. */
import { createContext, useContext } from 'react';
import { useItemTitleQuery } from '../generated.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getTitle } from './itemTexts.ts';

export interface ItemTitle {
  /** In the reader's language; empty while it is not known, and in a dialog that opened without it. */
  title: string;
  /** The English title, or the Russian one if it is missing (specification, section 5). */
  service: string;
  /** Neither the title nor a refusal has come yet. */
  isComing: boolean;
  /** It did not come: asks once more. Null otherwise. */
  retry: (() => void) | null;
}

/** Whether a dialog opened before the title of its service came: later it has no place there. */
export const OpenedWithoutTitle = createContext(false);

export function useItemTitle(itemId: string): ItemTitle {
  const { language } = useLanguage();
  const isTooLate = useContext(OpenedWithoutTitle);
  const { data, loading, refetch } = useItemTitleQuery({
    variables: { id: itemId },
    notifyOnNetworkStatusChange: true,
  });
  const item = data?.knowledgeItem;
  const again = () =>
    void refetch().catch((failure: unknown) => console.info('No title came', failure));
  return {
    title: item && !isTooLate ? getTitle(item, language).text : '',
    service: item ? getTitle(item, 'en').text : '',
    isComing: loading && !item,
    retry: item || loading ? null : again,
  };
}
