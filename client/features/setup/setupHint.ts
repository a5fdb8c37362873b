/** Decision whether an admin is redirected to the set-up page, sees a strip, or nothing. */
import type { SetupNeedsQuery } from '../../generated.ts';

export type SetupNeeds = Omit<SetupNeedsQuery['setupNeeds'], '__typename'>;

/** No hint, a strip above the catalogue, or a redirect to the set-up page. */
export type SetupHint = 'nothing' | 'strip' | 'redirect';

// client/index.html reads the same key.
const dismissedKey = (userId: string): string => `loadout.setupAside.${userId}`;
const redirectedKey = (userId: string): string => `loadout.ledToSetup.${userId}`;

/** Changes whenever the needs change, which ends a dismissal. */
const fingerprint = ({ missing, isDemo, isEmpty }: SetupNeeds): string =>
  [...missing, isDemo, isEmpty].join();

/** Redirects once per tab, from an empty catalogue or an incomplete own one; the demo only shows the strip. */
export function setupHint(needs: SetupNeeds, userId: string): SetupHint {
  const { missing, isDemo, isEmpty } = needs;
  if (missing.length === 0 && !isEmpty) return 'nothing';
  if (localStorage.getItem(dismissedKey(userId)) === fingerprint(needs)) return 'nothing';
  const redirects = isEmpty || !isDemo;
  return redirects && sessionStorage.getItem(redirectedKey(userId)) === null ? 'redirect' : 'strip';
}

/** Without storage the hint simply comes again. */
function store(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch (failure) {
    console.info('The answer to the set-up hint could not be stored', failure);
  }
}

export const markRedirected = (userId: string): void =>
  store(sessionStorage, redirectedKey(userId), '1');

export const dismissSetupHint = (needs: SetupNeeds, userId: string): void =>
  store(localStorage, dismissedKey(userId), fingerprint(needs));
