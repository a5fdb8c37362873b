// A browser at the pages of an OpenID provider: follows redirects, keeps cookies, and chooses who signs in.

/** The choice at the provider's page: a listed account, a typed address, or cancel. */
export type Choice = { sub: string } | { email: string; verified?: boolean } | { cancel: true };

/** Values that the provider sends back to the client's route. */
export interface ProviderReturn {
  /** Without query. */
  address: string;
  code: string | null;
  state: string | null;
  error: string | null;
}

function formOf(choice: Choice): URLSearchParams {
  if ('sub' in choice) return new URLSearchParams({ sub: choice.sub });
  if ('cancel' in choice) return new URLSearchParams({ cancel: '1' });
  const { email, verified = true } = choice;
  return new URLSearchParams({ email, ...(verified ? { verified: 'on' } : {}) });
}

/** Signs in at the provider, from Loadout's redirect to the return address. */
export async function visitProvider(address: string, choice: Choice): Promise<ProviderReturn> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: URLSearchParams): Promise<Response> => {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { body: form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };

  let response = await visit(address);
  for (let step = 0; step < 10; step += 1) {
    const location = response.headers.get('location');
    if (location) {
      const target = new URL(location, origin);
      if (target.origin !== origin) {
        const { searchParams: query } = target;
        return {
          address: target.origin + target.pathname,
          code: query.get('code'),
          state: query.get('state'),
          error: query.get('error'),
        };
      }
      response = await visit(target.href);
      continue;
    }
    const action = /action="([^"]+)"/.exec(await response.text())?.[1];
    if (!action) throw new Error(`The provider answered ${response.status} without a form`);
    response = await visit(origin + action, formOf(choice));
  }
  throw new Error('The provider never sent the browser back');
}
