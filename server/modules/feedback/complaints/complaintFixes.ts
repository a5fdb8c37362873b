// Proposed fixes for complaints of one type about one item. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { languages, type Language } from '../../../shared/language.ts';
import type { ComplaintType } from './complaints.ts';

/** Fixes that an admin applies with one button. */
export type FixAction =
  'replace_address' | 'hide' | 'merge' | 'translate' | 'set_tags' | 'find_picture' | 'edit';

/** Causes that end without an admin. */
type EndAction = 'link_back' | 'translated' | 'merged' | 'picture_found';
export type AppliedFixAction = FixAction | EndAction;

/** A proposed fix with its parameters. */
export interface ComplaintFix {
  action: FixAction;
  address: string | null;
  /** Host of an address on another site, which no one but the complainant has confirmed. */
  otherHost: string | null;
  /** The item to merge into. */
  otherId: number | null;
  /** All tags after the fix. */
  tags: string[] | null;
  /** The target language of a translation. */
  language: Language | null;
}

/** The item and the comments about it. */
export interface FixFacts {
  sourceUrl: string;
  /** Redirect target at the last link check, or null. */
  movedTo: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  /** Languages of machine translations. */
  machine: Language[];
  hasPicture: boolean;
  isHidden: boolean;
  tags: string[];
  comments: string[];
  /** Items that the comments mention, or that share the address or name. */
  others: number[];
  /** Tags of the catalogue that the comments mention. */
  namedTags: string[];
  canTranslate: boolean;
}

const emptyFix = { address: null, otherHost: null, otherId: null, tags: null, language: null };
const editFix: ComplaintFix = { ...emptyFix, action: 'edit' };

export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"'«»()]+/g)].map(([address]) =>
    address.replace(/(?<![.,;:!?…])[.,;:!?…]+$/u, ''),
  );

/** Ids of items whose pages a text links to. */
export const serviceIdsIn = (text: string): number[] =>
  [...text.matchAll(/(?:\/services\/|[?&]service=)([1-9]\d{0,8})\b/g)].map(([, id]) => Number(id));

const hideFix = ({ isHidden }: FixFacts): ComplaintFix | null =>
  isHidden ? null : { ...emptyFix, action: 'hide' };

/** Scheme and host, because the owner of one site has no say about another. */
const siteOf = (address: string): string => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host.replace(/^www\./, '')}`;
};

/**
 * A checked redirect or an address on the same site is applied with one button; one on another site must be confirmed
 * in the editor.
 */
const addressFix = (facts: FixFacts): ComplaintFix | null => {
  const { sourceUrl, movedTo, comments } = facts;
  const isOther = (address: string) =>
    address !== sourceUrl && URL.canParse(address) && serviceIdsIn(address).length === 0;
  const named = comments.flatMap(addressesIn).filter(isOther);
  const onSite = named.find((one) => siteOf(one) === siteOf(sourceUrl));
  const sure = movedTo !== null && isOther(movedTo) ? movedTo : onSite;
  if (sure !== undefined) return { ...emptyFix, action: 'replace_address', address: sure };
  const [address] = named;
  return address === undefined
    ? hideFix(facts)
    : { ...editFix, address, otherHost: new URL(address).host };
};

const translationFix = (facts: FixFacts, language: Language): ComplaintFix => {
  const from: Language = language === 'ru' ? 'en' : 'ru';
  const original = from === 'ru' ? facts.descriptionRu : facts.descriptionEn;
  // A translation of a machine translation would repeat its mistakes.
  return facts.canTranslate && original !== null && !facts.machine.includes(from)
    ? { ...emptyFix, action: 'translate', language }
    : editFix;
};

const missingTranslationFix = (facts: FixFacts): ComplaintFix => {
  if (facts.descriptionRu === null) return translationFix(facts, 'ru');
  return facts.descriptionEn === null ? translationFix(facts, 'en') : editFix;
};

const tagsFix = (
  { tags, namedTags }: FixFacts,
  wanted: { adds: boolean; removes: boolean },
): ComplaintFix => {
  const remaining = wanted.removes ? tags.filter((tag) => !namedTags.includes(tag)) : tags;
  const added = wanted.adds ? namedTags.filter((tag) => !tags.includes(tag)) : [];
  const changed = remaining.length < tags.length || added.length > 0;
  return changed ? { ...emptyFix, action: 'set_tags', tags: [...remaining, ...added] } : editFix;
};

const fixes: Record<ComplaintType, (facts: FixFacts) => ComplaintFix | null> = {
  broken_link: addressFix,
  spam: hideFix,
  duplicate_content: ({ others }) =>
    others[0] === undefined ? editFix : { ...emptyFix, action: 'merge', otherId: others[0] },
  missing_translation: missingTranslationFix,
  bad_russian_translation: (facts) => translationFix(facts, 'ru'),
  bad_english_translation: (facts) => translationFix(facts, 'en'),
  missing_media: ({ hasPicture }) =>
    hasPicture ? editFix : { ...emptyFix, action: 'find_picture' },
  wrong_tags: (facts) => tagsFix(facts, { adds: true, removes: true }),
  missing_tags: (facts) => tagsFix(facts, { adds: true, removes: false }),
  redundant_tags: (facts) => tagsFix(facts, { adds: false, removes: true }),
  unclear_description: () => editFix,
  outdated_content: () => editFix,
  misleading_title: () => editFix,
  wrong_category: () => editFix,
  other: () => null,
};

/** The proposed fix; null when only a person can decide. */
export const proposeFix = (type: ComplaintType, facts: FixFacts): ComplaintFix | null =>
  fixes[type](facts);

/** The version of the item that the admin saw. */
const seenVersion = { expectedUpdatedAt: z.date().optional() };

export const fixInput = z.discriminatedUnion('action', [
  z.strictObject({ ...seenVersion, action: z.literal('replace_address'), address: z.string() }),
  z.strictObject({ ...seenVersion, action: z.literal('hide') }),
  z.strictObject({ ...seenVersion, action: z.literal('merge'), otherId: z.int() }),
  z.strictObject({
    ...seenVersion,
    action: z.literal('translate'),
    language: z.enum(languages),
  }),
  z.strictObject({
    ...seenVersion,
    action: z.literal('set_tags'),
    tags: z.array(z.string()).max(limits.lists.tagsOfItem),
  }),
  z.strictObject({ ...seenVersion, action: z.literal('find_picture') }),
  z.strictObject({ action: z.literal('edit'), changeId: z.int() }),
]);
export type FixInput = z.output<typeof fixInput>;
