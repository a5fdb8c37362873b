/** The title of an item for the dialogs about it. */
import { useItemTitleQuery } from '../generated.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getTitle } from './itemTexts.ts';

export interface ItemTitle {
  /** In the reader's language; empty while it is not known. */
  title: string;
  /** The English title, or the Russian one if it is missing (specification, section 5). */
  service: string;
  /** Neither the title nor a refusal has come yet. */
  isComing: boolean;
}

export function useItemTitle(itemId: string): ItemTitle {
  const { language } = useLanguage();
  const { data, loading } = useItemTitleQuery({ variables: { id: itemId } });
  const item = data?.knowledgeItem;
  return {
    title: item ? getTitle(item, language).text : '',
    service: item ? getTitle(item, 'en').text : '',
    isComing: loading && !item,
  };
}
