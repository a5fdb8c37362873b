// A browser that signs in with the fake of Google, step by step or at once.
import type { Answer, Caller } from './testApp.ts';
import { visitProvider, type Choice, type ProviderReturn } from './visitProvider.ts';

/** The fields of the signed-in person that sign-in tests read. */
export interface Me {
  id: string;
  name: string;
  email: string | null;
  isAdmin: boolean;
  avatarUrl: string | null;
  telegramId: string | null;
  telegramUsername: string | null;
  company: { key: string } | null;
}

/** Answer to a sign-in, successful or not. */
export interface SignInAnswer {
  success: boolean;
  user: Me;
  redirectTo: string | null;
  reason?: string;
  error?: string;
}

/** Begins a sign-in; returns the address of the provider's page. */
export async function startSignIn(
  person: Caller,
  body: Record<string, unknown> = {},
): Promise<string> {
  const answer = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
    provider: 'google',
    ...body,
  });
  if (answer.status !== 200) throw new Error(`The sign-in did not begin: ${answer.status}`);
  return answer.body.url;
}

/** Completes a sign-in with the values that the provider sent back. */
export const finishSignIn = (
  person: Caller,
  { code, state }: Pick<ProviderReturn, 'code' | 'state'>,
  more: Record<string, unknown> = {},
): Promise<Answer<SignInAnswer>> =>
  person.call<SignInAnswer>('POST', '/api/v1/auth/google/callback', {
    code,
    ...(state ? { state } : {}),
    ...more,
  });

/** Begins a sign-in, chooses at the provider's page, and completes it. */
export const signInWithGoogle = async (
  person: Caller,
  choice: Choice,
  body: Record<string, unknown> = {},
): Promise<Answer<SignInAnswer>> =>
  finishSignIn(person, await visitProvider(await startSignIn(person, body), choice));

export const whoAmI = (person: Caller): Promise<Answer<{ data: Me }>> =>
  person.call<{ data: Me }>('GET', '/api/v1/auth/me');
