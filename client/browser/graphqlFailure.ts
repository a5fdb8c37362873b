/** Error messages of refused GraphQL calls in the reader's language (specification, section 8). */
import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import i18next from 'i18next';
import { formatRelative } from '../i18n/formats.ts';
import { isLanguage } from '../i18n/languages.ts';
import * as limits from '../limits/generated.ts';

/** Extensions of a GraphQL error. */
interface Refusal {
  code?: string;
  /** Finer than the code (server/shared/refusalReasons.ts). */
  reason?: string;
  /** Seconds. */
  retryAfter?: number;
  /** Id of a masked error in the server's log. */
  errorId?: string;
  errors?: Array<{ path: string; code: string }>;
  facts?: Record<string, string | number | null>;
}

/** GraphQL errors of a failure; empty for other failures. */
export const refusalsOf = (failure: unknown): Array<Refusal & { message: string }> =>
  CombinedGraphQLErrors.is(failure)
    ? failure.errors.map(({ message, extensions }) => ({
        ...(extensions as Refusal | undefined),
        message: message.trim(),
      }))
    : [];

/** Id of a masked error in the server's log; null for other failures. */
export const getErrorId = (failure: unknown): string | null =>
  refusalsOf(failure).find(({ errorId }) => errorId)?.errorId ?? null;

/** True when the object does not exist for the reader (NOT_FOUND). */
export const isNotFound = (failure: unknown): boolean =>
  refusalsOf(failure).some(({ code }) => code === 'NOT_FOUND');

/** True when somebody else has changed the object (CONFLICT). */
export const isConflict = (failure: unknown): boolean =>
  refusalsOf(failure).some(({ code }) => code === 'CONFLICT');

/** True when the server refused the call for this reason. */
export const isRefusedFor = (failure: unknown, reason: string): boolean =>
  refusalsOf(failure).some((refusal) => refusal.reason === reason);

/** Facts of a failure with this reason; null for other failures. */
export const refusalFacts = (
  failure: unknown,
  reason: string,
): Record<string, string | number | null> | null =>
  refusalsOf(failure).find((refusal) => refusal.reason === reason)?.facts ?? null;

/** Paths of the invalid arguments, for example `rules.1`. */
export const refusedPaths = (failure: unknown): string[] =>
  refusalsOf(failure).flatMap(({ errors = [] }) => errors.map(({ path }) => path));

/** Author and time of a conflicting change; null for other failures. */
export function conflictingChange(failure: unknown): { who: string; when: string } | null {
  const facts = refusalFacts(failure, 'changedMeanwhile');
  return facts?.['who'] && facts['when']
    ? { who: String(facts['who']), when: String(facts['when']) }
    : null;
}

type Group = 'reasons' | 'fields' | 'codes';

/** Message for a code of the server; undefined when there is none. */
export function refusalSentence(group: Group, name: string | undefined): string | undefined {
  const key: string = `refusals.${group}.${name}`;
  if (!name || !i18next.exists(key, { ns: 'dashboard' })) return undefined;
  // Any code may come; one key stands for all in the type.
  return i18next.t(`dashboard:${key}` as 'dashboard:refusals.codes.CONFLICT');
}

/** Error messages by field path. */
export const fieldErrorTexts = (failure: unknown): ReadonlyMap<string, string> =>
  new Map(
    refusalsOf(failure)
      .flatMap(({ errors = [] }) => errors)
      .flatMap(({ path, code }) => {
        const words = refusalSentence('fields', code);
        return words ? [[path, words] as const] : [];
      }),
  );

/** Message of a failure that the server has stored; null when there is none. */
export function storedFailureText(kept: {
  error: string | null;
  errorReason: string | null;
}): string | null {
  const known = refusalSentence('reasons', kept.errorReason ?? undefined);
  return known ?? (kept.error ? serverMessageText(kept.error) : null);
}

/** Hint when to try again, for waits of a minute or more. */
function retryHint(retryAfter: number | undefined): string {
  const language = i18next.resolvedLanguage;
  if (!isLanguage(language) || retryAfter === undefined || retryAfter < 60) return '';
  const when = formatRelative(new Date(Date.now() + (retryAfter + 1) * 1000), language);
  return ` ${i18next.t('dashboard:refusals.again', { when })}`;
}

/** The server's message, which may be English, behind an introduction in the reader's language. */
export const serverMessageText = (message: string): string =>
  i18next.t('dashboard:refusals.other', { message: message.trim() });

/** Message that names the service with the same address; undefined without one. */
function knownServiceText(refusal: Refusal | undefined): string | undefined {
  const { titleRu = null, titleEn = null } = refusal?.facts ?? {};
  const titles = i18next.resolvedLanguage === 'en' ? [titleEn, titleRu] : [titleRu, titleEn];
  const title = titles.find(Boolean);
  return refusal?.reason === 'serviceKnown' && title
    ? i18next.t('dashboard:refusals.serviceKnownAs', { title })
    : undefined;
}

/** Statuses of answers that are none of the API's, such as the page of a proxy. */
const knownStatuses = [408, 413, 429, 502, 503, 504] as const;

function statusText(status: number, otherwise: string | undefined): string {
  const known = knownStatuses.find((one) => one === status);
  const limit = Math.floor(limits.importBytes / 1_000_000);
  if (known) return i18next.t(`common:error.status.${known}`, { limit });
  return otherwise ?? i18next.t('common:error.status.other', { status });
}

/**
 * Error message for the reason, the invalid field or the code, else the server's message behind an introduction.
 */
export function failureText(failure: unknown, fallback?: string): string {
  const otherwise = fallback ?? i18next.t('common:error.unknown');
  if (ServerError.is(failure) || ServerParseError.is(failure))
    return statusText(failure.statusCode, fallback);
  if (!CombinedGraphQLErrors.is(failure)) return i18next.t('common:error.network');
  const [refusal] = refusalsOf(failure);
  if (refusal?.errorId) {
    const number = i18next.t('common:error.id', { id: refusal.errorId });
    return [otherwise, number].filter(Boolean).join('. ');
  }
  const known =
    knownServiceText(refusal) ??
    refusalSentence('reasons', refusal?.reason) ??
    refusalSentence('fields', refusal?.errors?.[0]?.code) ??
    refusalSentence('codes', refusal?.code);
  const place = refusal?.facts?.['file'] ?? refusal?.facts?.['part'];
  if (known) return (place ? `${place}: ` : '') + known + retryHint(refusal?.retryAfter);
  return refusal?.message ? serverMessageText(refusal.message) : otherwise;
}
