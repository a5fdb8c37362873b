// A process at rest gives back the memory of a busy hour.
import { Script } from 'node:vm';

/** What V8 has seen of such an allocation is exactly nothing some 110 s later. */
const everyMs = 60_000;

/**
 * Lets V8 see that a process rests, ten to thirty seconds after the last work: it then collects what is left over and gives its pages back, a third of what a busy
 * process holds. Of what is allocated beside its heap, as compiled scripts are, it must have seen anything at all in the last two minutes: V8 of
 * Node 24 and 26 takes exactly nothing for very much, and would never collect. An empty script that is compiled each minute is seen.
 */
export function letMemoryRest(): NodeJS.Timeout {
  const see = (): void => void new Script('');
  see();
  return setInterval(see, everyMs).unref();
}
