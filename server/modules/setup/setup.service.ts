// Tells how the set-up is, and tries its parts for real: no part is called done before the other side has done something.
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { requireAdmin, type Member, type Viewer } from '../people/accounts/accounts.module.ts';
import type { HealthPart } from '../../shared/healthProbe.ts';
import type { SetupQueries } from './setup.queries.ts';
import {
  countOf,
  insideState,
  isInside,
  missingOf,
  stepsOf,
  type InsidePart,
  type SetupFacts,
  type SetupNeeds,
  type SetupPart,
  type SetupSettings,
  type SetupStep,
  type SetupTest,
} from './setup.ts';
import { TryFailure, type Found, type Tries } from './connectionTests.ts';

interface Options {
  search: SetupQueries;
  countAdmins(): Promise<number>;
  settings: SetupSettings;
  health(): Promise<readonly HealthPart[]>;
  tries: Tries;
  clock: Clock;
  log: Log;
}

export function createSetup(options: Options) {
  const { search, settings, health, tries, clock } = options;
  const log = options.log.child({ part: 'setup' });
  const tried = new Map<SetupPart, SetupTest>();
  const readFacts = async (): Promise<SetupFacts> => ({
    ...(await search.facts()),
    admins: await options.countAdmins(),
  });

  const failed = (part: SetupPart, fault: SetupTest['fault']): SetupTest => ({
    part,
    isDone: false,
    fault,
    found: [],
    count: null,
    at: null,
    // Nobody was asked where there is nobody to ask, or where the asker has no address for an answer.
    hasAskedOutside: fault !== 'notSetUp' && fault !== 'noAddress',
  });

  async function tryOutside(
    part: keyof Tries,
    work: (() => Promise<Found>) | null,
  ): Promise<SetupTest> {
    if (!work) return failed(part, 'notSetUp');
    try {
      const found = await work();
      return { part, isDone: true, fault: null, at: null, hasAskedOutside: true, ...found };
    } catch (error) {
      const fault = error instanceof TryFailure ? error.fault : 'unexpected';
      // What a failure says may hold an address with a secret in it, so its code is all that is logged.
      if (fault === 'unexpected') log.error({ part, problem: errorCode(error) }, 'A try failed');
      else log.info({ part, fault }, 'A try of the set-up failed');
      return failed(part, fault);
    }
  }

  /** What the database knows: nobody has to be asked. */
  async function readInside(part: InsidePart): Promise<SetupTest> {
    const facts = await readFacts();
    const { state, fault } = insideState(part, facts, clock());
    return {
      part,
      isDone: state === 'done',
      fault,
      found: [],
      count: countOf(part, facts),
      at: part === 'backups' ? facts.backupAt : null,
      hasAskedOutside: false,
    };
  }

  const mailTo = ({ user }: Member): Tries['signIn'] => {
    const { mail } = tries;
    if (!mail) return null;
    return () => {
      if (!user.email) throw new TryFailure('noAddress');
      return mail(user.email);
    };
  };

  return {
    /** Every part with its state; calls nobody. */
    async state(viewer: Viewer): Promise<{ steps: SetupStep[]; isReady: boolean }> {
      requireAdmin(viewer);
      const [facts, parts] = await Promise.all([readFacts(), health()]);
      const steps = stepsOf({ facts, settings, health: parts, tried, now: clock() });
      return { steps, isReady: missingOf(steps).length === 0 };
    },

    /** What is missing of the essential; calls nobody, not even for health: what fails now has been set up. */
    async needs(viewer: Viewer): Promise<SetupNeeds> {
      requireAdmin(viewer);
      const [{ isDemo, isEmpty, ...facts }, admins] = await Promise.all([
        search.needs(),
        options.countAdmins(),
      ]);
      const known = { facts: { ...facts, admins }, settings, health: [], tried, now: clock() };
      return { missing: missingOf(stepsOf(known)), isDemo, isEmpty };
    },

    /** Tries one part for real. */
    async try(viewer: Viewer, part: SetupPart): Promise<SetupTest> {
      const admin = requireAdmin(viewer);
      if (isInside(part, settings)) return readInside(part);
      const outcome = await tryOutside(part, part === 'mail' ? mailTo(admin) : tries[part]);
      // Whether the asker has an address says nothing about the mail server.
      if (outcome.hasAskedOutside) tried.set(part, outcome);
      return outcome;
    },
  };
}
