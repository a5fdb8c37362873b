// Whether a text that others will read holds what opens something: a key, or a password. Pure.
import {
  inAddress,
  isPasswordName,
  isSecretName,
  keyForms,
  named,
  ordinaryValues,
  placeholders,
  uuid,
  wordsOfExamples,
  wordsOfRequirements,
} from './credentialForms.ts';
import { DomainError } from './domainError.ts';

/** What was found; `part` names the place without the secret itself. */
export interface Credential {
  /** A key cannot be anything else; what looks like a password may be none. */
  kind: 'key' | 'password';
  part: string;
}

/** Of fewer different characters are placeholders made: `sk-xxxxxxxxxxxxxxxxxxxxxxxx`. */
const leastDifferent = 10;
/** So many digits and letters without a sign between them are no words: `gpt-4o-mini-2024-07-18` has four at most. */
const leastUnbroken = 12;
/** What is read of a value. */
const longestValue = 200;

const isRandom = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= leastDifferent;

const isMixed = (value: string): boolean => /[a-z]/.test(value) && /[A-Z]/.test(value);

/**
 * The text as it is read: letters of full width are letters, and signs that nobody sees hide nothing. Marks are put into order by
 * comparing each with each, so of those upon one letter few are left before.
 */
const asRead = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .replaceAll(/\p{Mn}/gu, '');

/** The text without what makes it bold or code. */
const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/<\/?(?:b|i|u|em|strong|code|mark|kbd|span|p|br)\s{0,3}\/?>/giu, '')
    .replaceAll(/(?<!\*)\*{1,3}(?!\*)|(?<![\p{L}\p{N}_])__|__(?![\p{L}\p{N}_])/gu, '');

function keyIn(text: string): Credential | null {
  for (const { form, rest } of keyForms)
    for (const [whole, beginning = ''] of text.matchAll(form)) {
      if (rest === 'nothing') return { kind: 'key', part: beginning };
      const isOne =
        isRandom(whole) &&
        !wordsOfExamples.test(whole) &&
        (rest === 'digits and letters' || isMixed(whole.slice(beginning.length)));
      if (isOne) return { kind: 'key', part: `${beginning}…` };
    }
  return null;
}

/** Whether a value stands for one: a placeholder, a path, the word for how passwords are kept. */
const isOrdinary = (value: string): boolean =>
  [...placeholders, ...ordinaryValues].some((form) => form.test(value)) ||
  value.split(/[^\p{L}]+/u).some((word) => wordsOfRequirements.has(word.toLowerCase()));

/** As people choose passwords: digits alone, letters with digits or signs, or one of those that everybody tries first. */
function looksLikePassword(value: string): boolean {
  if (/^(?:qwerty|admin|root|letmein|йцукен)$/iu.test(value)) return true;
  if (/^\d{4,}$/.test(value)) return true;
  return value.length >= 6 && /\p{L}/u.test(value) && /[\d!@#$%^&*+=?]/u.test(value);
}

/** As keys are made: a long run of digits and letters. */
const looksLikeKey = (value: string): boolean =>
  value.split(/[^A-Za-z\d]+/).some((run) => run.length >= leastUnbroken && isRandom(run));

function isSecret(name: string, rest: string): boolean {
  if (placeholders.some((form) => form.test(rest))) return false;
  const value = (/^[^\s"'`»”,;]+/u.exec(rest)?.[0] ?? '').replace(/(?<![.!?)\]])[.!?)\]]+$/u, '');
  if (isOrdinary(value)) return false;
  if (isPasswordName.test(name)) return looksLikePassword(value);
  return uuid.test(value) ? isSecretName.test(name) : looksLikeKey(value);
}

function passwordIn(text: string): Credential | null {
  for (const [, before = '', word = ''] of text.matchAll(inAddress))
    if (!isOrdinary(word)) return { kind: 'password', part: `${before}…@` };
  for (const names of named)
    for (const { 0: whole, 1: name = '', index } of text.matchAll(names)) {
      const begin = index + whole.length;
      if (isSecret(name, text.slice(begin, begin + longestValue)))
        return { kind: 'password', part: `${name} …` };
    }
  return null;
}

/** The first key of a text, else the first that looks like a password; null where there is neither. */
export function findCredential(text: string): Credential | null {
  const read = asRead(text);
  return keyIn(read) ?? passwordIn(withoutMarkup(read));
}

/** Whether a text holds a key: what only looks like a password is none. */
export const holdsKey = (text: string): boolean => findCredential(text)?.kind === 'key';

const refusal = ({ kind, part }: Credential): DomainError =>
  kind === 'key'
    ? new DomainError(
        'INVALID',
        `The text holds a key (${part}): whoever reads it can use it. Take it out`,
        {
          reason: 'holdsKey',
          facts: { part },
        },
      )
    : new DomainError(
        'INVALID',
        `The text seems to hold a password (${part}), and others would read it`,
        {
          reason: 'holdsPassword',
          facts: { part },
        },
      );

/**
 * Keeps secrets out of what others read.
 * @param mayHoldPassword what looks like a password is none, its author says; a key stays one
 * @throws DomainError INVALID (`holdsKey`, `holdsPassword`) with the `part`, which holds no secret
 */
export function refuseCredentials(
  texts: readonly (string | null | undefined)[],
  { mayHoldPassword = false }: { mayHoldPassword?: boolean } = {},
): void {
  for (const text of texts) {
    const found = text ? findCredential(text) : null;
    if (found && (found.kind === 'key' || !mayHoldPassword)) throw refusal(found);
  }
}
