/** Name of the vocabulary entry that was added for a catalogue gap. */
import { useSearchLessonsQuery, type WishRowFragment } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

type VocabularyEntry = Pick<WishRowFragment, 'lesson' | 'lessonId'>;

/** Name of the concept or the pair of words; `isRemoved` when it no longer exists. */
export type VocabularyName = { name: string; isRemoved: false } | { name: null; isRemoved: true };

/** Returns the name; null while loading, and without an entry. */
export function useVocabularyName(skip: boolean): (wish: VocabularyEntry) => VocabularyName | null {
  const { language } = useLanguage();
  // Refetched: an entry added a moment ago is not removed.
  const { data, loading, error } = useSearchLessonsQuery({
    skip,
    fetchPolicy: 'cache-and-network',
  });
  const nameOf = (concept: { nameRu: string; nameEn: string } | null | undefined) =>
    concept ? (language === 'ru' ? concept.nameRu : concept.nameEn) : null;
  const find = ({ lesson, lessonId }: VocabularyEntry): string | null => {
    const isIt = ({ id }: { id: string }) => id === lessonId;
    if (lesson === 'word') return nameOf(data?.taughtWords.find(isIt)?.concept);
    if (lesson === 'concept') return nameOf(data?.ownConcepts.find(isIt));
    const pair = data?.synonyms.find(isIt);
    return pair ? `${pair.word} — ${pair.synonym}` : null;
  };
  return (wish) => {
    if (!data || wish.lesson === null || wish.lessonId === null) return null;
    const name = find(wish);
    if (name !== null) return { name, isRemoved: false };
    return loading || error ? null : { name, isRemoved: true };
  };
}
