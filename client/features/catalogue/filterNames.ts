/** Names of the tags and concepts in the address. */
import { useCallback, useMemo } from 'react';
import {
  useCatalogueTagsQuery,
  useConceptsQuery,
  type CatalogueTagsQuery,
} from '../../generated.ts';
import { formatTagName } from '../../items/itemText.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export type CatalogueTag = CatalogueTagsQuery['tags'][number];

export interface TagNames {
  /** By number of items; empty until loaded. */
  tags: readonly CatalogueTag[];
  /** The name of a tag; its original name, with spaces for its hyphens, as long as nothing better is known. */
  tagName: (tag: string) => string;
}

const none: readonly CatalogueTag[] = [];

/** Asks once, and not before somebody needs a name. */
export function useTagNames(needed: boolean): TagNames {
  const { language } = useLanguage();
  const { data } = useCatalogueTagsQuery({ skip: !needed });
  const tags = data?.tags ?? none;
  const names = useMemo(
    () =>
      new Map(
        tags.map((tag) => [
          tag.originalName,
          formatTagName(language === 'ru' ? tag.nameRu : tag.nameEn, tag.originalName),
        ]),
      ),
    [tags, language],
  );
  const tagName = useCallback((tag: string) => names.get(tag) ?? formatTagName(null, tag), [names]);
  return { tags, tagName };
}

/** The name of a concept; the words of its id as long as nothing better is known. */
export function useConceptNames(ids: readonly string[]): (id: string) => string {
  const { language } = useLanguage();
  const { data } = useConceptsQuery({ variables: { ids: [...ids] }, skip: ids.length === 0 });
  return (id) => {
    const concept = data?.concepts.find((one) => one.id === id);
    return formatTagName(language === 'ru' ? concept?.nameRu : concept?.nameEn, id);
  };
}
