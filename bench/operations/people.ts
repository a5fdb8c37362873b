// Calls as people's browsers make them.
import type { Person } from '../load/people.ts';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
}

/** A call as the page makes it. `origin` is the address that people open. */
export async function call<Body>(
  person: Person,
  origin: string,
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const response = await fetch(address, {
    method,
    headers: {
      Cookie: person.cookie,
      Origin: origin,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: (isJson ? JSON.parse(text) : { text }) as Body };
}
