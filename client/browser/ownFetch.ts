/** Fetch for paths of this site; a 401 raises the signed-out event (specification, section 8). */
import { announceSignedOut } from './signedOut.ts';

/** A 401 from these says nothing about the session. */
const quietPaths = ['/api/v1/auth/logout', '/api/v1/auth/google/callback'];

/** `fetch` with the session's cookie for a path of this site; a 401 raises the signed-out event. */
export async function ownFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', ...init });
  if (response.status === 401 && !quietPaths.includes(path)) announceSignedOut('ended');
  return response;
}
