/** Global signed-out event (specification, section 8). */

const eventName = 'loadout:signed-out';

/** `ended`: a request was refused with 401. `left`: the person signed out. `failed`: a sign-in failed. */
export type SignedOutReason = 'ended' | 'left' | 'failed';

export function announceSignedOut(reason: SignedOutReason): void {
  window.dispatchEvent(new CustomEvent<SignedOutReason>(eventName, { detail: reason }));
}

let mustReauthenticate = false;

/** Keeps that the session was refused until its person signs in with Google, for the login screen. */
export function requireReauthentication(): void {
  mustReauthenticate = true;
}

export const needsReauthentication = (): boolean => mustReauthenticate;

/** Returns a function that removes the listener. */
export function onSignedOut(listener: (reason: SignedOutReason) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<SignedOutReason>).detail);
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}
