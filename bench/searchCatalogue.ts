// Catalogues for judging the search: the demo one, and one read from an export file of a bookmarks service.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guessLanguage } from '../server/domain/knowledge/knowledge.ts';
import type { SearchDocument } from '../server/domain/search/engine/document.ts';
import { openBookmarkFile } from '../server/integrations/bookmarkFile/bookmarkFile.ts';

/** A catalogue under a name; its judgements name its services by their titles. */
export interface JudgedCatalogue {
  name: 'demo' | 'bookmarks';
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

const readDemo = <Data>(name: string): Data =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../server/demo/data/${name}.json`), 'utf8'),
  ) as Data;

const catalogue = (
  name: JudgedCatalogue['name'],
  documents: readonly SearchDocument[],
): JudgedCatalogue => {
  const titles = new Map(documents.map(({ id, title }) => [id, title.en ?? title.ru ?? '']));
  return { name, documents, getTitle: (id) => titles.get(id) ?? '' };
};

/** The demo catalogue as everybody sees it. */
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
  return catalogue('demo', documents);
}

/** Every bookmark of an export file, in the language in which it is written. */
export async function bookmarksCatalogue(path: string): Promise<JudgedCatalogue> {
  const documents: SearchDocument[] = [];
  for await (const page of openBookmarkFile(path).pages(AbortSignal.timeout(60_000))) {
    for (const { title, excerpt, tags } of page.bookmarks) {
      const language = guessLanguage(`${title} ${excerpt}`);
      const nothing = { ru: null, en: null };
      documents.push({
        id: documents.length + 1,
        title: { ...nothing, [language]: title },
        description: { ...nothing, [language]: excerpt || null },
        tags: tags.map((name) => ({ name, ru: name, en: name, isApproval: false })),
        tasks: { ru: [], en: [] },
        cases: [],
        likes: 0,
        usedBy: {},
        addedAt: 0,
        isVisible: true,
      });
    }
  }
  return catalogue('bookmarks', documents);
}
