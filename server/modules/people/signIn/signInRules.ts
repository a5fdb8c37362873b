// Rules of the sign-in: profile and proven address from a provider's claims, and the refusals.
import { limits } from '../../../config/limits.ts';
import { filledText } from '../../../shared/validation.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Language } from '../../../shared/language.ts';
import { emailDomain } from '../accounts/accounts.ts';
import type { TelegramPerson, WorkPerson } from './identityProviders.ts';
import { cleanLine, hasVisibleLetter } from '../../../shared/cleanText.ts';

/** The issuer of every Telegram identity, from OpenID Connect, the widget and the bot. */
const telegramIssuer = 'https://oauth.telegram.org';

const maxAddressLength = 2_048;

/** Profile of an account from a provider's data about the person. */
export interface Profile {
  name: string;
  /** Proven by the provider, in lower case; else null. */
  email: string | null;
  avatarUrl: string | null;
}

/** A name on one line; '' for one without a letter. */
function tidy(text: string | null): string {
  const name = cleanLine(text ?? '')
    .slice(0, limits.text.personName)
    .toWellFormed();
  return hasVisibleLetter(name) ? name : '';
}

/** Address of a picture, if it is https. */
function pictureOf(address: string | null): string | null {
  if (!address || address.length > maxAddressLength || !URL.canParse(address)) return null;
  return new URL(address).protocol === 'https:' ? address : null;
}

/** Without quotation marks, comments and non-ASCII letters, which give one mailbox many spellings (RFC 5322, 3.4.1). */
const plainEmail = /^[\w!#$%&'*+/=?^`{|}~.-]+@[^\s@<>\p{Cc}]+$/u;

/** An address that the provider has proven, in lower case; else null. Unproven ones are never stored. */
export function provenEmail(person: WorkPerson): string | null {
  const email = person.email?.trim().toLowerCase() ?? '';
  const isFit = email.length <= limits.text.email && plainEmail.test(email);
  return person.isEmailVerified && isFit ? email : null;
}

/** The domains by which a person may open an account: that of the proven address, and the Workspace's. */
export function claimedDomains(person: WorkPerson): {
  address: string | null;
  hosted: string | null;
} {
  const email = provenEmail(person);
  return {
    address: email && emailDomain(email),
    hosted: person.hostedDomain?.toLowerCase() || null,
  };
}

/** @param formerName kept when the provider sends no name */
export function workProfile(person: WorkPerson, label: string, formerName = ''): Profile {
  const email = provenEmail(person);
  return {
    name: tidy(person.name) || formerName || (email ?? '').split('@')[0] || label,
    email,
    avatarUrl: pictureOf(person.pictureUrl),
  };
}

/** @param formerName kept when Telegram sends no name */
export const telegramProfile = (person: TelegramPerson, formerName = ''): Profile => ({
  name: tidy(person.name) || formerName || person.username || `Telegram ${person.id}`,
  email: null,
  avatarUrl: pictureOf(person.pictureUrl),
});

/** Identity of a Telegram person: the same for OpenID Connect, the widget and the bot. */
export const telegramIdentity = (id: string) =>
  ({ provider: 'telegram', issuer: telegramIssuer, subject: id }) as const;

/** Facts of a one-time token about the Telegram person to whom the bot gave it. */
export const telegramFacts = (
  person: TelegramPerson,
  language: Language,
): Record<string, string | null> => ({ ...person, language });

export const languageOfFacts = (facts: Record<string, string | null>): Language =>
  facts['language'] === 'en' ? 'en' : 'ru';

export const personOfFacts = (facts: Record<string, string | null>): TelegramPerson | null =>
  facts['id']
    ? {
        id: facts['id'],
        name: facts['name'] ?? null,
        username: facts['username'] ?? null,
        pictureUrl: facts['pictureUrl'] ?? null,
      }
    : null;

/** Only people of the partner companies have access (specification, section 1). */
export const restrictedAccess = (): DomainError =>
  new DomainError('FORBIDDEN', 'Access is restricted to employees of the partner companies', {
    reason: 'restrictedAccess',
  });

/** Refusal of a private account with an address of a company that admits managed accounts only. */
export const managedAccountRequired = (): DomainError =>
  new DomainError(
    'FORBIDDEN',
    'This company admits only Google accounts that it manages. Sign in with your work Google account, or ask an administrator',
    { reason: 'managedAccountRequired' },
  );

/** A sign-in that cannot be completed; the message is from the specification (section 8). */
export const signInFailed = (providerLabel: string): DomainError =>
  new DomainError('UNAUTHENTICATED', `Failed to complete ${providerLabel} login`, {
    reason: 'signInFailed',
  });

/** An expired attempt, or one that another browser began. */
export const signInExpired = (): DomainError =>
  new DomainError(
    'UNAUTHENTICATED',
    'This sign-in was completed, has expired, or began in another browser. Start again',
    { reason: 'signInExpired' },
  );

/** A code or token from a caller. */
export const credential = filledText(limits.text.credential);

export const providerOff = (providerLabel: string): DomainError =>
  new DomainError(
    'UNAVAILABLE',
    `Signing in with ${providerLabel} is not set up on this server. Choose another way to sign in`,
    { reason: 'providerOff' },
  );

export const webhookOff = (): DomainError =>
  new DomainError(
    'UNAVAILABLE',
    'The webhook of Telegram is not set up on this server: set TELEGRAM_WEBHOOK_SECRET',
    { reason: 'webhookOff' },
  );
