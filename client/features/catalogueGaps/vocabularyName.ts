/** Name of the custom vocabulary that answers a catalogue gap, and whether it still exists. */
import { useSearchVocabularyQuery, type CatalogueGapRowFragment } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

type VocabularyEntry = Pick<CatalogueGapRowFragment, 'vocabularyKind' | 'vocabularyId'>;

/** Name of the concept or the pair of words; `isRemoved` when it no longer exists. */
export type VocabularyName = { name: string; isRemoved: false } | { name: null; isRemoved: true };

/** Returns the name; null while loading, and without an entry. */
export function useVocabularyName(skip: boolean): (gap: VocabularyEntry) => VocabularyName | null {
  const { language } = useLanguage();
  // Refetched: an entry added a moment ago is not removed.
  const { data, loading, error } = useSearchVocabularyQuery({
    skip,
    fetchPolicy: 'cache-and-network',
  });
  const nameOf = (concept: { nameRu: string; nameEn: string } | null | undefined) =>
    concept ? (language === 'ru' ? concept.nameRu : concept.nameEn) : null;
  const find = ({ vocabularyKind, vocabularyId }: VocabularyEntry): string | null => {
    const isIt = ({ id }: { id: string }) => id === vocabularyId;
    if (vocabularyKind === 'word') return nameOf(data?.customSynonyms.find(isIt)?.concept);
    if (vocabularyKind === 'concept') return nameOf(data?.customConcepts.find(isIt));
    const pair = data?.synonyms.find(isIt);
    return pair ? `${pair.word} — ${pair.synonym}` : null;
  };
  return (gap) => {
    if (!data || gap.vocabularyKind === null || gap.vocabularyId === null) return null;
    const name = find(gap);
    if (name !== null) return { name, isRemoved: false };
    return loading || error ? null : { name, isRemoved: true };
  };
}
