/** What went wrong before the login screen, handed to it with the navigation. */
import type { TFunction } from 'i18next';
import { CallFailed } from '../../browser/restCall.ts';
import { failureText } from '../../browser/signIn.ts';

const reasons = ['cancelled', 'noCode', 'failed', 'direct', 'restricted'] as const;
type LoginFailureReason = (typeof reasons)[number];

export interface LoginFailure {
  failure: LoginFailureReason;
  /** What the server refused with, when it said so. */
  message?: string;
}

const isFailure = (state: unknown): state is LoginFailure =>
  typeof state === 'object' && state !== null && reasons.includes((state as LoginFailure).failure);

/** The sentence to show; null when nothing went wrong. The texts are the specification's (section 8). */
export function readLoginFailure(state: unknown, t: TFunction<'guest'>): string | null {
  if (!isFailure(state)) return null;
  if (state.failure === 'restricted') return t('login.restricted');
  if (state.message) return state.message;
  return state.failure === 'direct' ? t('direct.failed') : t(`callback.${state.failure}`);
}

/** What a failed exchange means for the reader: people outside the partner companies read the note in their language. */
export function getLoginFailure(failure: unknown): LoginFailure {
  if (!(failure instanceof CallFailed)) return { failure: 'failed' };
  if (failure.reason === 'restrictedAccess') return { failure: 'restricted' };
  return { failure: 'failed', message: failureText(failure, '') };
}
