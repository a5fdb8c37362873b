// Signature check of Telegram's login widget (core.telegram.org/widgets/login-legacy).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { TelegramLoginCheck } from '../../modules/people/signIn/identityProviders.ts';
import { DomainError } from '../../shared/domainError.ts';
import { storableText } from '../../shared/validation.ts';

/** Maximum age of a login, and tolerated lead of Telegram's clock. */
const maxAgeSeconds = 24 * 3600;
const clockSkewSeconds = 60;

const shortText = storableText(256).nullish();

/** All fields that Telegram may send; a further one could not be signed. */
const loginData = z.strictObject({
  id: z.string().regex(/^[1-9]\d{0,15}$/),
  first_name: shortText,
  last_name: shortText,
  username: shortText,
  photo_url: storableText(2_048).nullish(),
  auth_date: z.string().regex(/^[1-9]\d{8,10}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/i),
});

const invalid = (): DomainError =>
  new DomainError('UNAUTHENTICATED', 'Telegram did not confirm this sign-in. Try again', {
    reason: 'telegramLoginInvalid',
  });

/** Signed text: all present fields except the hash, as `key=value` lines in the order of the keys. */
const dataCheckString = (fields: Record<string, string | null | undefined>): string =>
  Object.entries(fields)
    .filter(
      (entry): entry is [string, string] => entry[0] !== 'hash' && typeof entry[1] === 'string',
    )
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n');

/** Signature of Telegram for the bot with this token: 64 hexadecimal digits. */
export const signLogin = (
  fields: Record<string, string | null | undefined>,
  botToken: string,
): string =>
  createHmac('sha256', createHash('sha256').update(botToken).digest())
    .update(dataCheckString(fields))
    .digest('hex');

/** Check for the bot with this token. */
export const createTelegramLoginCheck =
  (botToken: string): TelegramLoginCheck =>
  (data, now) => {
    const { data: login } = loginData.safeParse(data);
    if (!login) throw invalid();
    const given = Buffer.from(login.hash, 'hex');
    if (!timingSafeEqual(given, Buffer.from(signLogin(login, botToken), 'hex'))) throw invalid();
    const age = now.getTime() / 1000 - Number(login.auth_date);
    if (age > maxAgeSeconds || age < -clockSkewSeconds) throw invalid();
    return {
      person: {
        id: login.id,
        name: [login.first_name, login.last_name].filter(Boolean).join(' ') || null,
        username: login.username || null,
        pictureUrl: login.photo_url || null,
      },
      hash: given.toString('hex'),
      signedAt: new Date(Number(login.auth_date) * 1000),
    };
  };
