// Loadouts: types, input validation, and who may change one.
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import { cleanLine } from '../../shared/cleanText.ts';
import { DomainError } from '../../shared/domainError.ts';
import { type Language, languages } from '../../shared/language.ts';
import { optionalText } from '../../shared/validation.ts';
import type { ApprovalStatus } from '../access/dataRules/dataRules.module.ts';
import {
  type AccessStatus,
  type DeciderScope,
  isInScope,
} from '../access/requests/accessRequests.module.ts';
import { isAdmin, type Viewer } from '../people/accounts/accounts.module.ts';
import { type Discipline, disciplines } from '../people/disciplines/disciplines.module.ts';

/**
 * A text in both languages, and the language that follows an older version of the other one; null when both are
 * current.
 */
export type Texts = Record<Language, string | null> & { staleLanguage: Language | null };

const loadoutKinds = ['personal', 'team', 'official'] as const;
export type LoadoutKind = (typeof loadoutKinds)[number];

export interface Loadout {
  id: number;
  kind: LoadoutKind;
  title: Texts;
  description: Texts;
  discipline: Discipline | null;
  /** Null for all companies. */
  companyKey: string | null;
  /** Null for a deleted account, and for an official loadout whose owner has left. */
  ownerId: number | null;
  takersCount: number;
  /** True while a text is missing or outdated in one language. */
  isPending: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** An item with its position. */
export interface LoadoutItem {
  loadoutId: number;
  /** The current id of a merged item. */
  itemId: number;
  reason: Texts;
  addedAt: Date;
}

export interface Take {
  loadoutId: number;
  /** Null for a loadout whose offer was hidden. */
  takenAt: Date | null;
  hiddenAt: Date | null;
  /** True when the last step was the first one, which took it. */
  isFirstStep: boolean;
  /** Items marked and requests made by the last step. */
  marked: number[];
  requested: number[];
}

const loadoutItemStates = ['used', 'approved', 'may_request', 'waiting', 'refused'] as const;
export type LoadoutItemState = (typeof loadoutItemStates)[number];

/** State of an item for a person, by the strongest known fact. */
export function itemState(known: {
  isUsed: boolean;
  request: AccessStatus | null;
  /** True when the last request was declined or revoked. */
  wasRefused: boolean;
  approval: ApprovalStatus;
}): LoadoutItemState {
  if (known.isUsed) return 'used';
  if (known.request === 'approved' || known.request === 'granted') return 'approved';
  if (known.request !== null) return 'waiting';
  if (known.approval === 'approved' || known.approval === 'with_conditions') return 'approved';
  return known.wasRefused || known.approval === 'not_allowed' ? 'refused' : 'may_request';
}

const someTitle = {
  message: 'The title is empty',
  path: ['titleRu'],
  params: { code: 'required' },
};

const title = optionalText(limits.text.loadoutTitle).transform(
  (value) => value && cleanLine(value),
);
const description = optionalText(limits.text.loadoutDescription);
const reason = optionalText(limits.text.loadoutReason);
const discipline = z.enum(disciplines).nullish();
export const idempotencyKeyInput = optionalText(200);

export const itemInput = z.strictObject({ itemId: z.int(), reasonRu: reason, reasonEn: reason });
export type ItemInput = z.input<typeof itemInput>;

export const newLoadoutInput = z
  .strictObject({
    titleRu: title,
    titleEn: title,
    descriptionRu: description,
    descriptionEn: description,
    discipline: discipline.transform((value) => value ?? null),
    items: z.array(itemInput).max(limits.lists.loadoutItems),
    idempotencyKey: idempotencyKeyInput,
  })
  .refine((given) => given.titleRu !== null || given.titleEn !== null, someTitle);
export type NewLoadoutInput = z.input<typeof newLoadoutInput>;

/** A missing value stays unchanged, null clears. */
const kept = <Value extends z.ZodType>(schema: Value) => z.union([z.undefined(), schema]);

export const loadoutInput = z.strictObject({
  titleRu: kept(title),
  titleEn: kept(title),
  descriptionRu: kept(description),
  descriptionEn: kept(description),
  discipline,
});
export type LoadoutInput = z.input<typeof loadoutInput>;

export const pageInput = z.object({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});

export interface LoadoutFilter {
  discipline?: Discipline | null | undefined;
  company?: string | null | undefined;
  mine: boolean;
  official: boolean;
  page: number;
  perPage: number;
}

const otherOf = (language: Language): Language => (language === 'ru' ? 'en' : 'ru');

/**
 * A text after a change; the same object if nothing changed. A change in one language outdates the other one, unless it
 * updates the outdated language itself. A missing language stays unchanged.
 */
export function changeText(
  before: Texts,
  given: Partial<Record<Language, string | null | undefined>>,
): Texts {
  const { ru = before.ru, en = before.en } = given;
  const after = { ru, en };
  const [only, second] = languages.filter((one) => after[one] !== before[one]);
  if (!only) return before;
  if (second || before.staleLanguage === only) return { ...after, staleLanguage: null };
  const isOutdated = ru !== null && en !== null;
  return { ...after, staleLanguage: isOutdated ? otherOf(only) : null };
}

/** Items with one of them moved before the visible one at a position; past the end it becomes the last one. */
export function moveItem<Item extends { itemId: number }>(
  items: readonly Item[],
  isVisible: (itemId: number) => boolean,
  { itemId, position }: { itemId: number; position: number },
): Item[] {
  const others = items.filter((one) => one.itemId !== itemId);
  const visible = new Set(others.map((one) => one.itemId).filter(isVisible));
  const next = [...visible][Math.max(position, 0)];
  const place = next === undefined ? others.length : others.findIndex((one) => one.itemId === next);
  return others.toSpliced(place, 0, ...items.filter((one) => one.itemId === itemId));
}

/** Words that ask for a loadout without naming one. */
const fillers = new Set(['loadout', 'loadouts', 'kit', 'набор', 'наборы']);

/** The words of a search that name a loadout; empty for none. */
export const searchedWords = (search: string): string =>
  search
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/([23])\s?[дd](?!\p{L})/gu, '$1d')
    .split(/\s+/)
    .filter((word) => !fillers.has(word.replaceAll(/[^\p{L}\p{N}-]/gu, '')))
    .join(' ')
    .replace(/^(?:для|for)\s+/, '')
    .trim();

/** The companies for which a viewer decides; null for none. */
export type ScopeOf = (viewer: Viewer) => Promise<DeciderScope | null>;

/** True for a decider of the loadout's company, or of all. */
export const decides = (scope: DeciderScope | null, companyKey: string | null): boolean =>
  scope !== null && (companyKey === null ? scope.all : isInScope(scope, companyKey));

/**
 * Owners change their loadouts, deciders of the company its official ones, and admins all that other people can read.
 */
export function canEdit(viewer: Viewer, loadout: Loadout, scope: DeciderScope | null): boolean {
  if (viewer.kind !== 'member' || viewer.via !== 'session') return false;
  if (loadout.ownerId === viewer.user.id) return true;
  if (loadout.kind === 'personal' || (loadout.kind === 'team' && !isAdmin(viewer))) return false;
  return decides(scope, loadout.companyKey);
}

export const canMakeOfficial = (
  viewer: Viewer,
  { companyKey }: Pick<Loadout, 'companyKey'>,
  scope: DeciderScope | null,
): boolean => viewer.kind === 'member' && viewer.via === 'session' && decides(scope, companyKey);

export const loadoutNotFound = () => new DomainError('NOT_FOUND', 'There is no such loadout');

export const serviceNotFound = () => new DomainError('NOT_FOUND', 'There is no such service');

export const otherLoadout = () =>
  new DomainError('FORBIDDEN', 'Others change this loadout. Make a copy and change that', {
    reason: 'otherLoadout',
  });

export const approversOnly = () =>
  new DomainError('FORBIDDEN', 'Only admins and approvers of the company can do this', {
    reason: 'approversOnly',
  });
