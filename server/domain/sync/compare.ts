// The three sides of a bookmark: what was agreed, what the service says, what the catalogue says. Pure: no side is changed.
import {
  sameValue,
  type ComparedType,
  type Difference,
  type DifferenceField,
  type SideValue,
} from '../inconsistencies/inconsistencies.ts';
import type { Language } from '../knowledge/knowledge.ts';
import type { ItemChanges, SyncedItem } from '../knowledge/syncedItems.ts';
import { languagesOf, type Agreement, type SourceKind } from './agreement.ts';
import type { Bookmark } from './bookmarks.ts';
import { hostOfAddress } from './normaliseAddress.ts';

export interface Comparison {
  /** What an admin must decide: the service changed, and the catalogue says something else. */
  differences: Difference[];
  /** The agreement as it is now; null when nothing about it changed. */
  agreement: Agreement | null;
  /** Whether both sides have come to say the same where they did not before. */
  hasAgreed: boolean;
  /** What the catalogue did not know, because an export file does not say it. */
  filled: ItemChanges;
}

/** One field with its three sides. */
interface Aspect {
  type: ComparedType;
  field: DifferenceField;
  agreed: SideValue;
  service: SideValue;
  /** What the catalogue says where the agreed value stands. */
  catalogue: SideValue;
  /** What the catalogue says where the service's value would stand: another language, perhaps. */
  target: SideValue;
  /** The agreement once both sides say what the service says. */
  settled: Partial<Agreement>;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

export const titleOf = (item: SyncedItem, language: Language): string =>
  (language === 'ru' ? item.titleRu : item.titleEn) ?? '';

export const descriptionOf = (item: SyncedItem, language: Language): string =>
  (language === 'ru' ? item.descriptionRu : item.descriptionEn) ?? '';

/**
 * Whether the source is no more than the host of the address on both sides: then a difference of addresses says it
 * all. (The service works the source out from the address; it differs for uploaded files only.)
 */
export const sourceFollowsAddress = (item: SyncedItem, bookmark: Pick<Bookmark, 'source' | 'link'>): boolean =>
  item.mediaSource === hostOfAddress(item.sourceUrl) && bookmark.source === hostOfAddress(bookmark.link);

function titleAspect(base: Agreement, item: SyncedItem, bookmark: Bookmark): Aspect {
  const language = bookmark.title === base.title ? base.titleLanguage : languagesOf(bookmark).title;
  return {
    type: 'title_changed',
    field: '',
    agreed: base.title,
    service: bookmark.title,
    catalogue: titleOf(item, base.titleLanguage),
    target: titleOf(item, language),
    settled: { title: bookmark.title, titleLanguage: language },
  };
}

function excerptAspect(base: Agreement, item: SyncedItem, bookmark: Bookmark): Aspect {
  const language = bookmark.excerpt === base.excerpt ? base.excerptLanguage : languagesOf(bookmark).excerpt;
  const place = base.excerptLanguage ?? language;
  return {
    type: 'description_changed',
    field: 'excerpt',
    agreed: base.excerpt,
    service: bookmark.excerpt,
    catalogue: place ? descriptionOf(item, place) : '',
    target: language ? descriptionOf(item, language) : place ? descriptionOf(item, place) : '',
    settled: { excerpt: bookmark.excerpt, excerptLanguage: language },
  };
}

/** The note counts as far as it is the description in the other language; otherwise the agreement just follows it. */
function noteAspect(base: Agreement, item: SyncedItem, bookmark: Bookmark): Aspect {
  const language = bookmark.note === base.note ? base.noteLanguage : languagesOf(bookmark).note;
  const place = base.noteLanguage ?? language;
  return {
    type: 'description_changed',
    field: 'note',
    agreed: base.noteLanguage ? base.note : '',
    service: language ? bookmark.note : '',
    catalogue: place ? descriptionOf(item, place) : '',
    target: language ? descriptionOf(item, language) : place ? descriptionOf(item, place) : '',
    settled: { note: bookmark.note, noteLanguage: language },
  };
}

function plainAspects(base: Agreement, item: SyncedItem, bookmark: Bookmark): Aspect[] {
  const plain = (
    type: ComparedType,
    agreed: SideValue,
    service: SideValue,
    catalogue: SideValue,
    settled: Partial<Agreement>,
  ): Aspect => ({ type, field: '', agreed, service, catalogue, target: catalogue, settled });
  return [
    plain('tags_changed', base.tags, bookmark.tags, item.tags, { tags: bookmark.tags }),
    plain('media_type_changed', base.type, bookmark.type, item.mediaType, { type: bookmark.type }),
    plain('image_url_changed', orNull(base.cover), orNull(bookmark.cover), item.imageUrl, { cover: bookmark.cover }),
    plain('source_url_changed', base.link, bookmark.link, item.sourceUrl, { link: bookmark.link }),
    plain('media_source_changed', base.mediaSource, bookmark.source, item.mediaSource, { mediaSource: bookmark.source }),
  ];
}

/** An export file knows neither type nor source, and where it is empty it says nothing. */
const isSaid = (aspect: Aspect, source: SourceKind): boolean => {
  if (source === 'raindrop') return true;
  if (aspect.type === 'media_type_changed' || aspect.type === 'media_source_changed') return false;
  return Array.isArray(aspect.service) ? aspect.service.length > 0 : Boolean(aspect.service);
};

/** What an export file left open is filled in from the service, unless the catalogue says something of its own. */
function fillingOf(base: Agreement, item: SyncedItem, bookmark: Bookmark, source: SourceKind): ItemChanges {
  if (base.source === source || source === 'file') return {};
  const filled: ItemChanges = {};
  if (item.mediaType === base.type && item.mediaType !== bookmark.type) filled.mediaType = bookmark.type;
  if (item.mediaSource === base.mediaSource && item.mediaSource !== bookmark.source && item.sourceUrl === bookmark.link) {
    filled.mediaSource = bookmark.source;
  }
  return filled;
}

/**
 * Compares field by field (specification, section 4: the types). The service as agreed: nothing, whatever the catalogue
 * says. Both sides equal: agreed. The service changed and the catalogue says something else: a difference.
 */
export function compare(base: Agreement, item: SyncedItem, bookmark: Bookmark, source: SourceKind): Comparison {
  const filled = fillingOf(base, item, bookmark, source);
  const filledItem = { ...item, ...filled };
  const aspects = [
    titleAspect(base, item, bookmark),
    excerptAspect(base, item, bookmark),
    noteAspect(base, item, bookmark),
    ...plainAspects(base, filledItem, bookmark),
  ].filter((aspect) => isSaid(aspect, source));
  const differences: Difference[] = [];
  const settled: Partial<Agreement> = {};
  let hasAgreed = Object.keys(filled).length > 0;
  for (const aspect of aspects) {
    const { type, field, agreed, service, catalogue, target } = aspect;
    const isSame = sameValue(service, agreed);
    if (type === 'media_source_changed' && sourceFollowsAddress(filledItem, bookmark)) {
      const isOpen = differences.some((one) => one.type === 'source_url_changed');
      if (!isOpen) Object.assign(settled, aspect.settled);
    } else if (isSame || sameValue(service, target)) {
      Object.assign(settled, aspect.settled);
      hasAgreed ||= !isSame;
    } else {
      const changedOnBothSides = !sameValue(catalogue, agreed);
      differences.push({ type, field, oldValue: catalogue, newValue: service, changedOnBothSides });
    }
  }
  return { differences, agreement: nextAgreement(base, settled, source), hasAgreed, filled };
}

function nextAgreement(base: Agreement, settled: Partial<Agreement>, source: SourceKind): Agreement | null {
  const next: Agreement = { ...base, ...settled };
  // What was once seen in the service is the service's, whichever file names it later.
  if (source === 'raindrop') next.source = source;
  const isSame = (Object.keys(next) as (keyof Agreement)[]).every((key) => {
    const [before, after] = [base[key], next[key]];
    return Array.isArray(before) && Array.isArray(after)
      ? before.length === after.length && before.every((one, at) => one === after[at])
      : before === after;
  });
  return isSame ? null : next;
}

/** The agreement of an item that has a bookmark but never had one: the catalogue's own word, so that nothing is lost. */
export function agreementFromItem(item: SyncedItem, bookmark: Bookmark, source: SourceKind, now: Date): Agreement {
  const languages = languagesOf(bookmark);
  const other = languages.title === 'ru' ? 'en' : 'ru';
  const titleLanguage = titleOf(item, languages.title) === '' ? other : languages.title;
  const excerpt = languages.excerpt ? descriptionOf(item, languages.excerpt) : '';
  const note = languages.note ? descriptionOf(item, languages.note) : '';
  return {
    itemId: item.id,
    source,
    title: titleOf(item, titleLanguage),
    titleLanguage,
    excerpt,
    excerptLanguage: excerpt === '' ? null : languages.excerpt,
    note,
    noteLanguage: note === '' ? null : languages.note,
    link: item.sourceUrl,
    tags: item.tags,
    type: item.mediaType,
    mediaSource: item.mediaSource,
    cover: item.imageUrl ?? '',
    agreedAt: now,
    goneAt: null,
    movedAt: null,
  };
}
