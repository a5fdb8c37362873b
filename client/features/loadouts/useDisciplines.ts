/** Disciplines with their names in the reader's language. */
import { useMemo } from 'react';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useDisciplinesQuery, type Discipline } from './generated.ts';

export interface NamedDiscipline {
  discipline: Discipline;
  name: string;
}

export interface Disciplines {
  /** Empty until they have loaded. */
  all: readonly NamedDiscipline[];
  nameOf: (discipline: Discipline | null) => string | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
}

export function useDisciplines(): Disciplines {
  const { language } = useLanguage();
  const { data, error, refetch } = useDisciplinesQuery();
  const all = useMemo(
    () =>
      (data?.disciplines ?? []).map(({ discipline, nameRu, nameEn }) => ({
        discipline,
        name: chooseText(nameRu, nameEn, language).text,
      })),
    [data, language],
  );
  return {
    all,
    nameOf: (wanted) => all.find(({ discipline }) => discipline === wanted)?.name,
    error,
    refetch,
  };
}
