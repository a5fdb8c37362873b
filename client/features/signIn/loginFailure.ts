/** Failure of a sign-in, passed to the login page with the navigation. */
import type { TFunction } from 'i18next';
import { CallFailed } from '../../browser/serverCalls.ts';
import { providerText } from './ProviderSignIn.tsx';

const reasons = ['cancelled', 'noCode', 'failed', 'direct', 'restricted'] as const;
type LoginFailureReason = (typeof reasons)[number];

export interface LoginFailure {
  failure: LoginFailureReason;
  /** Name of the sign-in provider. */
  provider?: string;
  /** Refusal of the server, in the page's language. */
  message?: string;
  /** Description by the provider, from the callback URL. */
  description?: string;
}

const maxDescription = 200;

const isFailure = (state: unknown): state is LoginFailure =>
  typeof state === 'object' && state !== null && reasons.includes((state as LoginFailure).failure);

/** Text for the reader (specification, section 8); null without an error. */
export function loginFailureText(state: unknown, t: TFunction<'guest'>): string | null {
  if (!isFailure(state)) return null;
  if (state.failure === 'restricted') return t('login.restricted');
  if (state.message) return state.message;
  if (state.failure === 'direct') return t('direct.failed');
  const sentence =
    state.failure === 'cancelled'
      ? t('callback.cancelled')
      : providerText(t, state.provider ?? 'google', state.failure);
  return state.description
    ? t('callback.described', { sentence, description: state.description })
    : sentence;
}

export function toLoginFailure(failure: unknown): LoginFailure {
  if (!(failure instanceof CallFailed)) return { failure: 'failed' };
  if (failure.reason === 'restrictedAccess') return { failure: 'restricted' };
  return { failure: 'failed', message: failure.message };
}

/** Callback without a code. Anybody can write such a URL, so its description becomes one line of text. */
export function providerFailure(query: URLSearchParams): LoginFailure {
  const description = [
    ...(query.get('error_description') ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim(),
  ]
    .slice(0, maxDescription)
    .join('');
  return { failure: 'cancelled', ...(description && { description }) };
}
