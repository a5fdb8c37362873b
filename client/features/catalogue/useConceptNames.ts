/** Names of the concepts in the address. */
import { useConceptsQuery } from '../../generated.ts';
import { formatTagName } from '../../items/itemText.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** The name of a concept; the words of its id as long as nothing better is known. */
export function useConceptNames(ids: readonly string[]): (id: string) => string {
  const { language } = useLanguage();
  const { data } = useConceptsQuery({ variables: { ids: [...ids] }, skip: ids.length === 0 });
  return (id) => {
    const concept = data?.concepts.find((one) => one.id === id);
    return formatTagName(language === 'ru' ? concept?.nameRu : concept?.nameEn, id);
  };
}
