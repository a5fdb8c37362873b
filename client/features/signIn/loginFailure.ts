/** What went wrong before the login screen, handed to it with the navigation. */
import type { TFunction } from 'i18next';
import { CallFailed } from '../../browser/restCall.ts';

const reasons = ['cancelled', 'noCode', 'failed', 'direct', 'restricted'] as const;
type LoginFailureReason = (typeof reasons)[number];

export interface LoginFailure {
  failure: LoginFailureReason;
  /** What the server refused with, in the page's language. */
  message?: string;
  /** The provider's own description, as it stands in the address of the callback. */
  description?: string;
}

const maxDescription = 200;

const isFailure = (state: unknown): state is LoginFailure =>
  typeof state === 'object' && state !== null && reasons.includes((state as LoginFailure).failure);

/** The sentence to show; null when nothing went wrong. The texts are the specification's (section 8). */
export function loginFailureText(state: unknown, t: TFunction<'guest'>): string | null {
  if (!isFailure(state)) return null;
  if (state.failure === 'restricted') return t('login.restricted');
  if (state.message) return state.message;
  if (state.failure === 'direct') return t('direct.failed');
  const sentence = t(`callback.${state.failure}`);
  return state.description
    ? t('callback.described', { sentence, description: state.description })
    : sentence;
}

/** What a failed exchange means for the reader; the server's message is in the page's language. */
export function toLoginFailure(failure: unknown): LoginFailure {
  if (!(failure instanceof CallFailed)) return { failure: 'failed' };
  if (failure.reason === 'restrictedAccess') return { failure: 'restricted' };
  return { failure: 'failed', message: failure.message };
}

/** The provider sent the browser back without a code. Anybody can write such an address: its description is text, on one line. */
export function providerFailure(query: URLSearchParams): LoginFailure {
  const description = [
    ...(query.get('error_description') ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim(),
  ]
    .slice(0, maxDescription)
    .join('');
  return { failure: 'cancelled', ...(description && { description }) };
}
