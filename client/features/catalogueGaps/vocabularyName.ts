/** What the search was taught for a wish, by the name of it, and whether that stands yet. */
import { useSearchVocabularyQuery, type CatalogueGapRowFragment } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

type Taught = Pick<CatalogueGapRowFragment, 'vocabularyKind' | 'vocabularyId'>;

/** The concept or the pair of words; `isRemoved` where the search knows it no more. */
export type TaughtName = { name: string; isRemoved: false } | { name: null; isRemoved: true };

/** Answers the name; null while it is not known, where it was never kept, and for what was taught nothing. */
export function useTaughtName(skip: boolean): (wish: Taught) => TaughtName | null {
  const { language } = useLanguage();
  // Read anew: what was taught a moment ago is not removed.
  const { data, loading, error } = useSearchVocabularyQuery({
    skip,
    fetchPolicy: 'cache-and-network',
  });
  const nameOf = (concept: { nameRu: string; nameEn: string } | null | undefined) =>
    concept ? (language === 'ru' ? concept.nameRu : concept.nameEn) : null;
  const find = ({ vocabularyKind, vocabularyId }: Taught): string | null => {
    const isIt = ({ id }: { id: string }) => id === vocabularyId;
    if (vocabularyKind === 'word') return nameOf(data?.customSynonyms.find(isIt)?.concept);
    if (vocabularyKind === 'concept') return nameOf(data?.customConcepts.find(isIt));
    const pair = data?.synonyms.find(isIt);
    return pair ? `${pair.word} — ${pair.synonym}` : null;
  };
  return (wish) => {
    if (!data || wish.vocabularyKind === null || wish.vocabularyId === null) return null;
    const name = find(wish);
    if (name !== null) return { name, isRemoved: false };
    return loading || error ? null : { name, isRemoved: true };
  };
}
