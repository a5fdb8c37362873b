/** Refused GraphQL calls, in the reader's words: the server's own English ones never stand alone (specification, section 8). */
import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import i18next from 'i18next';
import { formatRelative } from '../i18n/formats.ts';
import { isLanguage } from '../i18n/languages.ts';

/** What a refusal says beside its sentence. */
interface Refusal {
  code?: string;
  /** Finer than the code (server/shared/refusalReasons.ts). */
  reason?: string;
  /** Seconds. */
  retryAfter?: number;
  /** Under which a masked error stands in the server's log. */
  errorId?: string;
  errors?: Array<{ path: string; code: string }>;
  facts?: Record<string, string | number | null>;
}

/** What the answer refuses, one by one; none for any other failure. */
export const refusalsOf = (failure: unknown): Array<Refusal & { message: string }> =>
  CombinedGraphQLErrors.is(failure)
    ? failure.errors.map(({ message, extensions }) => ({
        ...(extensions as Refusal | undefined),
        message: message.trim(),
      }))
    : [];

/** Under which a masked error stands in the server's log; null when it is none. */
export const getErrorId = (failure: unknown): string | null =>
  refusalsOf(failure).find(({ errorId }) => errorId)?.errorId ?? null;

/** Whether what was asked for does not exist for the reader (NOT_FOUND). */
export const isNotFound = (failure: unknown): boolean =>
  refusalsOf(failure).some(({ code }) => code === 'NOT_FOUND');

/** Whether somebody else was faster (CONFLICT). */
export const isConflict = (failure: unknown): boolean =>
  refusalsOf(failure).some(({ code }) => code === 'CONFLICT');

/** Whether it was refused for this reason. */
export const isRefusedFor = (failure: unknown, reason: string): boolean =>
  refusalsOf(failure).some((refusal) => refusal.reason === reason);

/** What is said beside a refusal for this reason; null for any other failure. */
export const refusalFacts = (
  failure: unknown,
  reason: string,
): Record<string, string | number | null> | null =>
  refusalsOf(failure).find((refusal) => refusal.reason === reason)?.facts ?? null;

/** What of the call was refused, as the server names it: `rules.1`. */
export const refusedPaths = (failure: unknown): string[] =>
  refusalsOf(failure).flatMap(({ errors = [] }) => errors.map(({ path }) => path));

/** Who was faster and when, where the server says so; null for any other failure. */
export function conflictingChange(failure: unknown): { who: string; when: string } | null {
  const facts = refusalFacts(failure, 'changedMeanwhile');
  return facts?.['who'] && facts['when']
    ? { who: String(facts['who']), when: String(facts['when']) }
    : null;
}

type Group = 'reasons' | 'fields' | 'codes';

/** The sentence for a name that the server gave; undefined when there is none. */
export function refusalSentence(group: Group, name: string | undefined): string | undefined {
  const key: string = `refusals.${group}.${name}`;
  if (!name || !i18next.exists(key, { ns: 'dashboard' })) return undefined;
  // Any name may come: one key stands for all those of its kind.
  return i18next.t(`dashboard:${key}` as 'dashboard:refusals.codes.CONFLICT');
}

/** What is wrong with each field that the server names, by its path, in the reader's words. */
export const fieldErrorTexts = (failure: unknown): ReadonlyMap<string, string> =>
  new Map(
    refusalsOf(failure)
      .flatMap(({ errors = [] }) => errors)
      .flatMap(({ path, code }) => {
        const words = refusalSentence('fields', code);
        return words ? [[path, words] as const] : [];
      }),
  );

/** A failure that the server has kept, in the reader's words; null when there is none. */
export function storedFailureText(kept: {
  error: string | null;
  errorReason: string | null;
}): string | null {
  const known = refusalSentence('reasons', kept.errorReason ?? undefined);
  return known ?? (kept.error ? serverMessageText(kept.error) : null);
}

/** When it is worth trying again, for waits of a minute and more. */
function retryHint(retryAfter: number | undefined): string {
  const language = i18next.resolvedLanguage;
  if (!isLanguage(language) || retryAfter === undefined || retryAfter < 60) return '';
  const when = formatRelative(new Date(Date.now() + (retryAfter + 1) * 1000), language);
  return ` ${i18next.t('dashboard:refusals.again', { when })}`;
}

/** The server's own words, which may be English, behind a lead in the reader's language. */
export const serverMessageText = (message: string): string =>
  i18next.t('dashboard:refusals.other', { message: message.trim() });

/** Which service has the address already; undefined where the server names none. */
function knownServiceText(refusal: Refusal | undefined): string | undefined {
  const { titleRu = null, titleEn = null } = refusal?.facts ?? {};
  const titles = i18next.resolvedLanguage === 'en' ? [titleEn, titleRu] : [titleRu, titleEn];
  const title = titles.find(Boolean);
  return refusal?.reason === 'serviceKnown' && title
    ? i18next.t('dashboard:refusals.serviceKnownAs', { title })
    : undefined;
}

/**
 * The sentence to show: for the reason, the wrong field or the code. What has none keeps the server's
 * message behind words of ours. `otherwise` is said when the server gives nothing to go by.
 */
export function failureText(
  failure: unknown,
  otherwise: string = i18next.t('common:error.unknown'),
): string {
  // An answer that is none of ours, as a proxy's page, is no matter of the connection.
  if (ServerError.is(failure) || ServerParseError.is(failure)) return otherwise;
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
