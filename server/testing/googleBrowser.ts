// Browser that signs in with the fake of Google, step by step or in one go.
import type { Answer, Caller } from './testApp.ts';
import { visitProvider, type Choice, type ProviderReturn } from './visitProvider.ts';

/** The person of a session, as far as the tests of signing in look at them. */
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

/** What a sign-in is answered with, good or bad. */
export interface SignInAnswer {
  success: boolean;
  user: Me;
  redirectTo: string | null;
  reason?: string;
  error?: string;
}

/** Begins a sign-in and answers the address of the provider's page. */
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

/** Hands over what the provider sent back. */
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

/** Both halves, with the provider's page between them. */
export const signInWithGoogle = async (
  person: Caller,
  choice: Choice,
  body: Record<string, unknown> = {},
): Promise<Answer<SignInAnswer>> =>
  finishSignIn(person, await visitProvider(await startSignIn(person, body), choice));

export const whoAmI = (person: Caller): Promise<Answer<{ data: Me }>> =>
  person.call<{ data: Me }>('GET', '/api/v1/auth/me');
