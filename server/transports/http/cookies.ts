// The cookies of Loadout: HttpOnly, SameSite=Lax, and with the __Host- prefix when the site uses https.
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

export interface Cookies {
  read(request: Request, name: string): string | null;
  /** Names that begin with `prefix`, in the order of the browser: oldest first. */
  names(request: Request, prefix: string): string[];
  write(response: Response, name: string, value: string, maxAgeMs: number): void;
  clear(response: Response, name: string): void;
}

/** @param secure true for https: cookies get `Secure` and the `__Host-` prefix */
export function createCookies(secure: boolean): Cookies {
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name);
  const set = (response: Response, name: string, value: string, maxAgeMs: number) =>
    response.append(
      'Set-Cookie',
      stringifySetCookie({
        name: nameOf(name),
        value,
        httpOnly: true,
        secure,
        sameSite: 'lax',
        path: '/',
        maxAge: Math.floor(maxAgeMs / 1000),
      }),
    );
  const given = (request: Request) => parseCookie(request.headers.cookie ?? '');
  return {
    read: (request, name) => given(request)[nameOf(name)] ?? null,
    names: (request, prefix) =>
      Object.keys(given(request))
        .filter((name) => name.startsWith(nameOf(prefix)))
        .map((name) => name.slice(nameOf('').length)),
    write: (response, name, value, maxAgeMs) => void set(response, name, value, maxAgeMs),
    clear: (response, name) => void set(response, name, '', 0),
  };
}
