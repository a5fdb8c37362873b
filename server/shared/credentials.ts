// Whether a text that others will read holds what opens something: a key, or a password. Pure.
import { DomainError } from './domainError.ts';

/** What was found; `part` names the place without the secret itself. */
export interface Credential {
  /** A key cannot be anything else; what looks like a password may be none. */
  kind: 'key' | 'password';
  part: string;
}

/** Beginnings by which the keys of well-known services, and our own tokens, are told; the group is shown. */
const keys: readonly RegExp[] = [
  /(-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----)/,
  /(?<![\w-])(sk-(?:(?:proj|ant|svcacct|or)-)?)[\w-]{20,}/,
  /(?<![\w-])([sr]k_(?:live|test)_)\w{16,}/,
  /(?<![\w-])(gh[pousr]_|github_pat_)\w{30,}/,
  /(?<![\w-])(glpat-)[\w-]{20,}/,
  /(?<![\w-])(A(?:KI|SI)A)[A-Z\d]{16}(?![\w-])/,
  /(?<![\w-])(xox[abeprs]-)[\w-]{10,}/,
  /(?<![\w-])(AIza)[\w-]{35}/,
  /(?<![\w-])(GOCSPX-)[\w-]{20,}/,
  /(?<![\w-])(hf_)[A-Za-z\d]{30,}/,
  /(?<![\w-])(eyJ)[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  /(?<![\w-])(\d{8,10}:AA)[\w-]{33}(?![\w-])/,
  /(?<![\w-])(lo_)[\w-]{43}(?![\w-])/,
  /(?<![\w-])(whsec_)[\w+/=-]{24,}/,
];

/** Of fewer different characters are placeholders made: `sk-xxxxxxxxxxxxxxxxxxxxxxxx`. */
const leastDifferent = 10;

const isRandom = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= leastDifferent;

function keyIn(text: string): Credential | null {
  for (const form of keys)
    for (const [whole, beginning = ''] of text.matchAll(new RegExp(form, 'g')))
      if (whole === beginning || isRandom(whole))
        return { kind: 'key', part: whole === beginning ? beginning : `${beginning}…` };
  return null;
}

/** What stands behind the name of a password, or of a key that no beginning tells. */
const named =
  /(?<![\p{L}\p{N}_])((?:password|passwd|pwd|pass|парол[ьяею]|пасс?ворд)|(?:api[ _-]?key|secret(?:[ _-]key)?|(?:access[ _-])?token|api[ -]?ключ|ключ api|токен|секрет))(?:\s+(?:is|это))?["'`]?(?:\s*[:=]\s*|\s+[-–—]\s+|\s+(?<=\s(?:is|это)\s+))["'`«“]?([^\s"'`»”,;]+)/giu;
const inAddress = /(?<![\w+.-])([a-z][a-z\d+.-]*:\/\/[^\s/:@]+:)([^\s/@]+)@[^\s/@]/giu;

/** What stands in examples in the place of a password. */
const placeholders =
  /^(?:[<[{$%].*|(.)\1*|pass(?:word)?|пароль|secret|token|1password|https?:.*)$/iu;

/** As people choose passwords: digits alone, letters with digits or signs, or one of those that everybody tries first. */
function looksLikePassword(value: string): boolean {
  if (placeholders.test(value)) return false;
  if (/^(?:qwerty|admin|root|letmein|йцукен)$/iu.test(value)) return true;
  if (/^\d{4,}$/.test(value)) return true;
  return value.length >= 6 && /\p{L}/u.test(value) && /[\d!@#$%^&*+=?]/u.test(value);
}

const isPasswordName = /^(?:pass|pwd|пар|пас)/iu;

function passwordIn(text: string): Credential | null {
  for (const [, before = '', word = ''] of text.matchAll(inAddress))
    if (!placeholders.test(word)) return { kind: 'password', part: `${before}…@` };
  for (const [, name = '', word = ''] of text.matchAll(named)) {
    const value = word.replace(/[.!?)\]]+$/u, '');
    const isOne = isPasswordName.test(name)
      ? looksLikePassword(value)
      : value.length >= 12 && isRandom(value);
    if (isOne) return { kind: 'password', part: `${name} …` };
  }
  return null;
}

/** The first key of a text, else the first that looks like a password; null where there is neither. */
export const findCredential = (text: string): Credential | null => keyIn(text) ?? passwordIn(text);

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
