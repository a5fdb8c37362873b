// Set-up page of admins: state of each part, and connection tests.
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { requireAdmin, type Member, type Viewer } from '../people/accounts/accounts.module.ts';
import type { HealthPart } from '../../shared/healthProbe.ts';
import type { SetupQueries } from './setup.queries.ts';
import {
  countOf,
  internalState,
  isInternal,
  missingParts,
  setupSteps,
  type InternalPart,
  type SetupFacts,
  type SetupFault,
  type SetupNeeds,
  type SetupPart,
  type SetupSettings,
  type SetupStep,
  type SetupTest,
  ConnectionTestError,
  type ConnectionTestResult,
  type ConnectionTests,
} from './setup.ts';

interface Options {
  queries: SetupQueries;
  countAdmins(): Promise<number>;
  settings: SetupSettings;
  health(): Promise<readonly HealthPart[]>;
  tests: ConnectionTests;
  clock: Clock;
  log: Log;
}

const failed = (part: SetupPart, fault: SetupFault): SetupTest => ({
  part,
  isDone: false,
  fault,
  hint: null,
  found: [],
  count: null,
  at: null,
  hasAskedOutside: fault !== 'notSetUp' && fault !== 'noAddress',
});

export class SetupService {
  private readonly options: Options;
  private readonly log: Log;
  /** Last test of each part in this process. */
  private readonly lastTests = new Map<SetupPart, SetupTest>();

  constructor(options: Options) {
    this.options = options;
    this.log = options.log.child({ part: 'setup' });
  }

  /** State of every part; makes no external calls except for the health probes. */
  async state(viewer: Viewer): Promise<{ steps: SetupStep[]; isReady: boolean }> {
    requireAdmin(viewer);
    const [facts, health] = await Promise.all([this.readFacts(), this.options.health()]);
    const steps = setupSteps(this.known(facts, health));
    return { steps, isReady: missingParts(steps).length === 0 };
  }

  /** Essential parts that are missing. Uses no health probes, because a failing part is set up. */
  async needs(viewer: Viewer): Promise<SetupNeeds> {
    requireAdmin(viewer);
    const [{ isDemo, isEmpty, ...facts }, admins] = await Promise.all([
      this.options.queries.needs(),
      this.options.countAdmins(),
    ]);
    const steps = setupSteps(this.known({ ...facts, admins }, []));
    return { missing: missingParts(steps), isDemo, isEmpty };
  }

  async test(viewer: Viewer, part: SetupPart): Promise<SetupTest> {
    const admin = requireAdmin(viewer);
    if (isInternal(part, this.options.settings)) return this.testInternal(part);
    const outcome = await this.testConnection(
      part,
      part === 'mail' ? this.mailTest(admin) : this.options.tests[part],
    );
    if (outcome.hasAskedOutside) this.lastTests.set(part, outcome);
    return outcome;
  }

  private async readFacts(): Promise<SetupFacts> {
    const admins = await this.options.countAdmins();
    return { ...(await this.options.queries.facts()), admins };
  }

  private known(facts: SetupFacts, health: readonly HealthPart[]) {
    const { settings, clock } = this.options;
    return { facts, settings, health, lastTests: this.lastTests, now: clock() };
  }

  private async testConnection(
    part: keyof ConnectionTests,
    test: (() => Promise<ConnectionTestResult>) | null,
  ): Promise<SetupTest> {
    if (!test) return failed(part, 'notSetUp');
    try {
      const { hint = null, ...result } = await test();
      return { part, isDone: true, fault: null, hint, at: null, hasAskedOutside: true, ...result };
    } catch (error) {
      const fault = error instanceof ConnectionTestError ? error.fault : 'unexpected';
      // Logs only the code, because the message may contain an address with a secret.
      if (fault === 'unexpected')
        this.log.error({ part, problem: errorCode(error) }, 'Connection test failed');
      else this.log.info({ part, fault }, 'Connection test failed');
      return failed(part, fault);
    }
  }

  private async testInternal(part: InternalPart): Promise<SetupTest> {
    const facts = await this.readFacts();
    const { state, fault } = internalState(part, facts, this.options.clock());
    return {
      part,
      isDone: state === 'done',
      fault,
      hint: null,
      found: [],
      count: countOf(part, facts),
      at: part === 'backups' ? facts.backupAt : null,
      hasAskedOutside: false,
    };
  }

  private mailTest({ user }: Member): ConnectionTests['signIn'] {
    const { mail } = this.options.tests;
    return (
      mail &&
      (() => {
        if (!user.email) throw new ConnectionTestError('noAddress');
        return mail(user.email);
      })
    );
  }
}
