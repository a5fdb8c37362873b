// Who may sign up, and what of a provider's words becomes a person's profile.
import { limits } from '../../../config/limits.ts';
import { filledText } from '../../../shared/validation.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Language } from '../../../shared/language.ts';
import { emailDomain } from '../accounts/accounts.ts';
import type { GooglePerson, TelegramPerson } from './identityProviders.ts';
import { showsNothing } from '../../../shared/invisibleCharacters.ts';

/** The issuer under which every Telegram person is known, whichever way they came. */
const telegramIssuer = 'https://oauth.telegram.org';

const maxAddressLength = 2_048;

/** What our database keeps of a person's words about themselves. */
export interface Profile {
  name: string;
  /** Proven by the provider, in lower case; null otherwise. */
  email: string | null;
  avatarUrl: string | null;
}

/** A name on one line; '' for one that shows nothing. */
const tidy = (text: string | null): string =>
  (showsNothing(text ?? '') ? '' : (text ?? ''))
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, limits.text.personName)
    .toWellFormed();

/** A picture's address, only when it is https. */
function pictureOf(address: string | null): string | null {
  if (!address || address.length > maxAddressLength || !URL.canParse(address)) return null;
  return new URL(address).protocol === 'https:' ? address : null;
}

/** A local part without quotation marks, comments and letters beyond ASCII: by them one mailbox has many spellings (RFC 5322, 3.4.1). */
const plainEmail = /^[\w!#$%&'*+/=?^`{|}~.-]+@[^\s@<>\p{Cc}]+$/u;

/** An address that the provider has proven, in lower case; null otherwise. An unproven one is never kept. */
export function provenEmail(person: GooglePerson): string | null {
  const email = person.email?.trim().toLowerCase() ?? '';
  const isFit = email.length <= limits.text.email && plainEmail.test(email);
  return person.isEmailVerified && isFit ? email : null;
}

/** The domains that may open an account for a person: that of the proven address, and the Workspace's. */
export function claimedDomains(person: GooglePerson): {
  address: string | null;
  hosted: string | null;
} {
  const email = provenEmail(person);
  return {
    address: email && emailDomain(email),
    hosted: person.hostedDomain?.toLowerCase() || null,
  };
}

/** @param formerName kept when the provider names nobody */
export function googleProfile(person: GooglePerson, formerName = ''): Profile {
  const email = provenEmail(person);
  return {
    name: tidy(person.name) || formerName || (email ?? '').split('@')[0] || 'Google',
    email,
    avatarUrl: pictureOf(person.pictureUrl),
  };
}

/** @param formerName kept when Telegram names nobody */
export const telegramProfile = (person: TelegramPerson, formerName = ''): Profile => ({
  name: tidy(person.name) || formerName || person.username || `Telegram ${person.id}`,
  email: null,
  avatarUrl: pictureOf(person.pictureUrl),
});

/** One Telegram person is one identity, whether the widget, OpenID Connect or the bot vouched for them. */
export const telegramIdentity = (id: string) =>
  ({ provider: 'telegram', issuer: telegramIssuer, subject: id }) as const;

/** The bot's words about a person, kept with a token until they are needed. */
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

/** Access is for the partner companies' people only (specification, section 1). */
export const restrictedAccess = (): DomainError =>
  new DomainError('FORBIDDEN', 'Access is restricted to employees of the partner companies', {
    reason: 'restrictedAccess',
  });

/** A private Google account on an address of a company that admits managed accounts only. */
export const managedAccountRequired = (): DomainError =>
  new DomainError(
    'FORBIDDEN',
    'This company admits only Google accounts that it manages. Sign in with your work Google account, or ask an administrator',
    { reason: 'managedAccountRequired' },
  );

/** A sign-in that cannot be completed; the message is the specification's (section 8). */
export const signInFailed = (provider: 'google' | 'telegram', cause?: unknown): DomainError =>
  new DomainError(
    'UNAUTHENTICATED',
    provider === 'google' ? 'Failed to complete Google login' : 'Failed to complete Telegram login',
    { reason: 'signInFailed', cause },
  );

/** A code or token as a caller hands it over. */
export const credential = filledText(limits.text.credential);

/**
 * A part that the settings may have left out.
 * @throws DomainError UNAVAILABLE (reason `providerOff`) when they did
 */
export function configured<Part>(part: Part | null, provider: 'google' | 'telegram'): Part {
  if (part !== null) return part;
  const name = provider === 'google' ? 'Google' : 'Telegram';
  throw new DomainError('UNAVAILABLE', `Signing in with ${name} is not set up here`, {
    reason: 'providerOff',
  });
}

/** Neither Telegram nor its webhook need be set up; the path says so as its siblings do. */
export const webhookOff = (): DomainError =>
  new DomainError(
    'UNAVAILABLE',
    'The webhook of Telegram is not set up here: TELEGRAM_WEBHOOK_SECRET',
    { reason: 'webhookOff' },
  );
