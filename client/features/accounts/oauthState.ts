/** What the `state` of a callback says: a path, or an object with `redirectTo` and `telegramToken`. */

export interface OauthState {
  redirectTo?: string;
  telegramToken?: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** A state that is neither (a random string of the server's) says nothing here; the server knows it. */
export function readOauthState(state: string | null): OauthState {
  if (!state) return {};
  if (state.startsWith('/')) return { redirectTo: state };
  if (!state.startsWith('{')) return {};
  try {
    const value = JSON.parse(state) as Record<string, unknown>;
    const redirectTo = textOf(value['redirectTo']);
    const telegramToken = textOf(value['telegramToken']);
    return { ...(redirectTo ? { redirectTo } : {}), ...(telegramToken ? { telegramToken } : {}) };
  } catch (failure) {
    console.debug('The state of the callback is not readable', failure);
    return {};
  }
}
