// What is proposed about reports of one kind on one service. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';
import type { ComplaintType } from './complaints.ts';

/** What an admin does in one press. */
export type FixAction =
  'replace_address' | 'hide' | 'merge' | 'translate' | 'set_tags' | 'find_picture' | 'edit';

/** What ends by itself. */
type EndAct = 'link_back' | 'translated' | 'merged' | 'picture_found';
export type AppliedFixAction = FixAction | EndAct;

/** A proposed fix, with what it takes. */
export interface ComplaintFix {
  action: FixAction;
  address: string | null;
  /** The host of an address on another site, which only a reporter vouches for. */
  otherHost: string | null;
  /** Into which the reported service would be merged. */
  otherId: number | null;
  /** All tags that it would have. */
  tags: string[] | null;
  /** Into which its description would be translated. */
  language: Language | null;
}

/** What is known about a reported service, and what people wrote. */
export interface FixFacts {
  sourceUrl: string;
  /** Where the address has led at the last look; null when it leads nowhere else. */
  movedTo: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  /** Descriptions that a machine has translated. */
  machine: Language[];
  hasPicture: boolean;
  isHidden: boolean;
  tags: string[];
  comments: string[];
  /** Other services that are named in the comments, or have the same address or name. */
  others: number[];
  /** Tags of the catalogue that the comments name. */
  namedTags: string[];
  canTranslate: boolean;
}

const nothing = { address: null, otherHost: null, otherId: null, tags: null, language: null };
const inEditor: ComplaintFix = { ...nothing, action: 'edit' };

/** Addresses that stand in a text. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"'«»()]+/g)].map(([address]) =>
    address.replace(/(?<![.,;:!?…])[.,;:!?…]+$/u, ''),
  );

/** Pages of services of this catalogue that a text leads to. */
export const serviceIdsIn = (text: string): number[] =>
  [...text.matchAll(/(?:\/services\/|[?&]service=)([1-9]\d{0,8})\b/g)].map(([, id]) => Number(id));

const hideFix = ({ isHidden }: FixFacts): ComplaintFix | null =>
  isHidden ? null : { ...nothing, action: 'hide' };

/** Scheme and host: whoever decides what stands on one site may not decide about another. */
const siteOf = (address: string): string => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host.replace(/^www\./, '')}`;
};

/** An address that Loadout has seen itself or one on the same site is taken in one press; one on another site is looked at first. */
const addressFix = (facts: FixFacts): ComplaintFix | null => {
  const { sourceUrl, movedTo, comments } = facts;
  const isOther = (address: string) =>
    address !== sourceUrl && URL.canParse(address) && serviceIdsIn(address).length === 0;
  const named = comments.flatMap(addressesIn).filter(isOther);
  const onSite = named.find((one) => siteOf(one) === siteOf(sourceUrl));
  const sure = movedTo !== null && isOther(movedTo) ? movedTo : onSite;
  if (sure !== undefined) return { ...nothing, action: 'replace_address', address: sure };
  const [address] = named;
  return address === undefined
    ? hideFix(facts)
    : { ...inEditor, address, otherHost: new URL(address).host };
};

const translationFix = (facts: FixFacts, language: Language): ComplaintFix => {
  const from: Language = language === 'ru' ? 'en' : 'ru';
  const original = from === 'ru' ? facts.descriptionRu : facts.descriptionEn;
  // A translation of a translation would say again what is wrong.
  return facts.canTranslate && original !== null && !facts.machine.includes(from)
    ? { ...nothing, action: 'translate', language }
    : inEditor;
};

const missingTranslationFix = (facts: FixFacts): ComplaintFix => {
  if (facts.descriptionRu === null) return translationFix(facts, 'ru');
  return facts.descriptionEn === null ? translationFix(facts, 'en') : inEditor;
};

const tagsFix = (
  { tags, namedTags }: FixFacts,
  wanted: { adds: boolean; removes: boolean },
): ComplaintFix => {
  const kept = wanted.removes ? tags.filter((tag) => !namedTags.includes(tag)) : tags;
  const added = wanted.adds ? namedTags.filter((tag) => !tags.includes(tag)) : [];
  const changed = kept.length < tags.length || added.length > 0;
  return changed ? { ...nothing, action: 'set_tags', tags: [...kept, ...added] } : inEditor;
};

const fixes: Record<ComplaintType, (facts: FixFacts) => ComplaintFix | null> = {
  broken_link: addressFix,
  spam: hideFix,
  duplicate_content: ({ others }) =>
    others[0] === undefined ? inEditor : { ...nothing, action: 'merge', otherId: others[0] },
  missing_translation: missingTranslationFix,
  bad_russian_translation: (facts) => translationFix(facts, 'ru'),
  bad_english_translation: (facts) => translationFix(facts, 'en'),
  missing_media: ({ hasPicture }) =>
    hasPicture ? inEditor : { ...nothing, action: 'find_picture' },
  wrong_tags: (facts) => tagsFix(facts, { adds: true, removes: true }),
  missing_tags: (facts) => tagsFix(facts, { adds: true, removes: false }),
  redundant_tags: (facts) => tagsFix(facts, { adds: false, removes: true }),
  unclear_description: () => inEditor,
  outdated_content: () => inEditor,
  misleading_title: () => inEditor,
  wrong_category: () => inEditor,
  other: () => null,
};

/** What is proposed; null where only a person knows. */
export const proposeFix = (type: ComplaintType, facts: FixFacts): ComplaintFix | null =>
  fixes[type](facts);

/** The service as whoever presses has seen it. */
const seen = { expectedUpdatedAt: z.date().optional() };

export const fixInput = z.discriminatedUnion('action', [
  z.strictObject({ ...seen, action: z.literal('replace_address'), address: z.string() }),
  z.strictObject({ ...seen, action: z.literal('hide') }),
  z.strictObject({ ...seen, action: z.literal('merge'), otherId: z.int() }),
  z.strictObject({ ...seen, action: z.literal('translate'), language: z.enum(['ru', 'en']) }),
  z.strictObject({
    ...seen,
    action: z.literal('set_tags'),
    tags: z.array(z.string()).max(limits.lists.tagsOfItem),
  }),
  z.strictObject({ ...seen, action: z.literal('find_picture') }),
  z.strictObject({ action: z.literal('edit'), changeId: z.int() }),
]);
export type FixInput = z.output<typeof fixInput>;
