// The cookies of Loadout: HttpOnly, SameSite=Lax, and with the __Host- prefix wherever the page is served over https.
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

export interface Cookies {
  read(request: Request, name: string): string | null;
  write(response: Response, name: string, value: string, maxAgeMs: number): void;
  clear(response: Response, name: string): void;
}

/** @param secure whether the public address is https: then cookies bear `Secure` and the `__Host-` prefix. */
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
  return {
    read: (request, name) => parseCookie(request.headers.cookie ?? '')[nameOf(name)] ?? null,
    write: (response, name, value, maxAgeMs) => void set(response, name, value, maxAgeMs),
    clear: (response, name) => void set(response, name, '', 0),
  };
}
