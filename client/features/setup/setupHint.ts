/** Whether an admin is led to the set-up, or told of it; put aside, it says nothing until something about it changes. */
import type { SetupNeedsQuery } from '../../generated.ts';

export type SetupNeeds = Omit<SetupNeedsQuery['setupNeeds'], '__typename'>;

/** What is done about the needs: nothing, a strip above the catalogue, or the set-up in place of it. */
export type SetupHint = 'nothing' | 'strip' | 'lead';

// The picture of the first moment knows it too (client/index.html).
const dismissedKey = (userId: string): string => `loadout.setupAside.${userId}`;
const redirectedKey = (userId: string): string => `loadout.ledToSetup.${userId}`;

/** Another text when something about the needs is another. */
const fingerprint = ({ missing, isDemo, isEmpty }: SetupNeeds): string =>
  [...missing, isDemo, isEmpty].join();

/**
 * The demo is for looking round, so it is only told of. A catalogue without anything, or one of one's own in which something
 * essential is missing, leads to the set-up, once in each tab: whoever goes on to the catalogue from there has it.
 */
export function setupHint(needs: SetupNeeds, userId: string): SetupHint {
  const { missing, isDemo, isEmpty } = needs;
  if (missing.length === 0 && !isEmpty) return 'nothing';
  if (localStorage.getItem(dismissedKey(userId)) === fingerprint(needs)) return 'nothing';
  const leads = isEmpty || !isDemo;
  return leads && sessionStorage.getItem(redirectedKey(userId)) === null ? 'lead' : 'strip';
}

/** A closed storage only means that it is said again. */
function store(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch (failure) {
    console.info('What was done about the set-up could not be kept', failure);
  }
}

export const markRedirected = (userId: string): void =>
  store(sessionStorage, redirectedKey(userId), '1');

export const dismissSetupHint = (needs: SetupNeeds, userId: string): void =>
  store(localStorage, dismissedKey(userId), fingerprint(needs));
