/** What the search was taught for a wish, by the name of it. */
import { useSearchLessonsQuery, type WishRowFragment } from '../../generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

type Taught = Pick<WishRowFragment, 'lesson' | 'lessonId'>;

/** Answers the concept or the pair of words; null while it is not known, and for what was taught nothing. */
export function useTaughtName(skip: boolean): (wish: Taught) => string | null {
  const { language } = useLanguage();
  const { data } = useSearchLessonsQuery({ skip });
  const nameOf = (concept: { nameRu: string; nameEn: string } | null | undefined) =>
    concept ? (language === 'ru' ? concept.nameRu : concept.nameEn) : null;
  return ({ lesson, lessonId }) => {
    const isIt = ({ id }: { id: string }) => id === lessonId;
    if (!data || lesson === null) return null;
    if (lesson === 'word') return nameOf(data.taughtWords.find(isIt)?.concept);
    if (lesson === 'concept') return nameOf(data.ownConcepts.find(isIt));
    const pair = data.synonyms.find(isIt);
    return pair ? `${pair.word} — ${pair.synonym}` : null;
  };
}
