// The demo catalogue as search documents.
import type { SearchDocument } from '../../search/search.module.ts';
import { readDemoData as readDemo } from './seedData.ts';

/** A catalogue; its judgements refer to items by title. */
export interface JudgedCatalogue {
  documents: readonly SearchDocument[];
  /** The English title, else the Russian one. */
  getTitle(id: number): string;
}

interface DemoItem {
  bookmarkId: number;
  titleRu: string;
  titleEn: string;
  descriptionRu: string;
  descriptionEn: string;
  tags: string[];
  hidden?: boolean;
}

interface DemoTag {
  originalName: string;
  nameRu: string;
  nameEn: string;
}

/** The demo catalogue as all users see it. */
export function demoCatalogue(): JudgedCatalogue {
  const tags = new Map(readDemo<DemoTag[]>('tags').map((tag) => [tag.originalName, tag]));
  const cases =
    readDemo<{ bookmarkId: number; descriptionRu: string; descriptionEn: string }[]>('useCases');
  const likes = readDemo<Record<string, string[]>>('likes');
  const tasks = readDemo<Record<string, { ru: string[]; en: string[] }>>('tasks');
  const documents = readDemo<DemoItem[]>('items')
    .filter(({ hidden }) => !hidden)
    .map((item): SearchDocument => ({
      id: item.bookmarkId,
      title: { ru: item.titleRu, en: item.titleEn },
      description: { ru: item.descriptionRu, en: item.descriptionEn },
      tags: item.tags.map((name) => ({
        name,
        ru: tags.get(name)?.nameRu ?? name,
        en: tags.get(name)?.nameEn ?? name,
        isApproval: name.endsWith('approved'),
      })),
      tasks: tasks[item.bookmarkId] ?? { ru: [], en: [] },
      cases: cases
        .filter(({ bookmarkId }) => bookmarkId === item.bookmarkId)
        .map(({ descriptionRu, descriptionEn }) => ({ ru: descriptionRu, en: descriptionEn })),
      likes: likes[item.bookmarkId]?.length ?? 0,
      usedBy: {},
      addedAt: 0,
      isVisible: true,
    }));
  const titles = new Map(documents.map(({ id, title }) => [id, title.en ?? title.ru ?? '']));
  return { documents, getTitle: (id) => titles.get(id) ?? '' };
}
