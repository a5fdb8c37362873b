// The garbage of the bench itself, which would be counted as time of the answers that are under way when it is collected.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** So many searches leave less garbage than makes Node collect the old generation, which takes 20 to 30 ms. */
const searches = 100;

/** Collects between searches, whose times it is not part of. @param asked how many searches there were since the turn began */
export function collectOwnGarbage(asked = 0): void {
  if (asked % searches === 0) collect();
}
