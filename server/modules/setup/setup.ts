// Set-up: parts, their states and faults, rules for these, and the port for connection tests.
import type { HealthPart } from '../../shared/healthProbe.ts';
import { limits } from '../../config/limits.ts';

const setupParts = [
  'signIn',
  'companies',
  'bookmarks',
  'admins',
  'mail',
  'model',
  'embeddings',
  'telegram',
  'backups',
] as const;
export type SetupPart = (typeof setupParts)[number];

export type SetupState = 'done' | 'untested' | 'attention' | 'missing' | 'failing';

export type SetupFault =
  | 'notSetUp'
  | 'refused'
  | 'unreachable'
  | 'tooLate'
  | 'nonsense'
  | 'busy'
  | 'collectionAbsent'
  | 'otherBot'
  | 'recipientRefused'
  | 'noAddress'
  | 'noBackup'
  | 'oldBackup'
  | 'noDomain'
  | 'predefinedCompanies'
  | 'noAdmin'
  | 'unexpected';

/** Option that a working part does not use. */
type SetupHint = 'inlineOff';

/** Parts without which a company cannot use its catalogue. */
const essential: ReadonlySet<SetupPart> = new Set(['signIn', 'companies', 'bookmarks', 'admins']);

export interface SetupSetting {
  name: string;
  example: string;
  isSecret: boolean;
}

export interface SetupStep {
  part: SetupPart;
  state: SetupState;
  fault: SetupFault | null;
  isEssential: boolean;
  settings: SetupSetting[];
  returnAddress: string | null;
  count: number | null;
  at: Date | null;
}

export interface SetupTest {
  part: SetupPart;
  isDone: boolean;
  fault: SetupFault | null;
  hint: SetupHint | null;
  found: string[];
  count: number | null;
  at: Date | null;
  /** True when an external server was called. */
  hasAskedOutside: boolean;
}

export interface SetupFacts {
  companiesWithDomain: number;
  predefinedCompanies: number;
  /** Items without demo items. */
  ownItems: number;
  /** Active admins without demo admins. */
  admins: number;
  backupAt: Date | null;
}

/** Configuration of the parts. */
export interface SetupSettings {
  isSet: Record<'signIn' | 'bookmarks' | 'mail' | 'model' | 'embeddings' | 'telegram', boolean>;
  lines: Partial<Record<SetupPart, SetupSetting[]>>;
  /** Redirect URI to register at the sign-in provider. */
  returnAddress: string;
  /** Names of the sign-in providers, as in health. */
  signInProviders: string[];
}

type State = Pick<SetupStep, 'state' | 'fault'>;

const done: State = { state: 'done', fault: null };
const missing = (fault: SetupFault): State => ({ state: 'missing', fault });
const attention = (fault: SetupFault): State => ({ state: 'attention', fault });

/** State of an external service from its last test, or else from its health. */
function externalState(
  isSet: boolean,
  health: readonly Pick<HealthPart, 'state' | 'detail'>[],
  lastTest: SetupTest | undefined,
): State {
  if (!isSet) return missing('notSetUp');
  if (lastTest) return lastTest.isDone ? done : { state: 'failing', fault: lastTest.fault };
  if (health.some(({ state }) => state === 'failing'))
    return { state: 'failing', fault: 'unreachable' };
  const answered = health.every(({ state, detail }) => state === 'ok' && detail === null);
  return health.length > 0 && answered ? done : { state: 'untested', fault: null };
}

function backupState(at: Date | null, now: Date): State {
  if (!at) return missing('noBackup');
  return now.getTime() - at.getTime() > limits.backup.freshMs ? attention('oldBackup') : done;
}

function companiesState({ companiesWithDomain, predefinedCompanies }: SetupFacts): State {
  if (companiesWithDomain === 0) return missing('noDomain');
  return predefinedCompanies > 0 ? attention('predefinedCompanies') : done;
}

/** Parts whose state is in the database; `bookmarks` only without a bookmark provider or file. */
export type InternalPart = 'companies' | 'admins' | 'backups' | 'bookmarks';

export function internalState(part: InternalPart, facts: SetupFacts, now: Date): State {
  switch (part) {
    case 'companies':
      return companiesState(facts);
    case 'admins':
      return facts.admins > 0 ? done : missing('noAdmin');
    case 'backups':
      return backupState(facts.backupAt, now);
    case 'bookmarks':
      // An imported file makes a bookmark provider unnecessary.
      return facts.ownItems > 0 ? done : missing('notSetUp');
  }
}

interface Known {
  facts: SetupFacts;
  settings: SetupSettings;
  health: readonly HealthPart[];
  /** Last test of each part in this process. */
  lastTests: ReadonlyMap<SetupPart, SetupTest>;
  now: Date;
}

/** Health parts of the external parts; for the sign-in those of all providers. */
const healthNames = {
  bookmarks: ['bookmarks'],
  mail: ['mail'],
  model: ['languageModel'],
  embeddings: ['embeddings'],
  telegram: ['telegram'],
};

/** True for a part whose state is in the database. */
export const isInternal = (
  part: SetupPart,
  { isSet }: Pick<SetupSettings, 'isSet'>,
): part is InternalPart => !(part in isSet) || (part === 'bookmarks' && !isSet.bookmarks);

function stateOf(part: SetupPart, { facts, settings, health, lastTests, now }: Known): State {
  if (isInternal(part, settings)) return internalState(part, facts, now);
  const names = part === 'signIn' ? settings.signInProviders : healthNames[part];
  const found = health.filter(({ name, state }) => names.includes(name) && state !== 'off');
  return externalState(settings.isSet[part], found, lastTests.get(part));
}

/** Count of a part; null for parts without one. */
export const countOf = (part: SetupPart, facts: SetupFacts): number | null => {
  if (part === 'companies') return facts.companiesWithDomain;
  if (part === 'bookmarks') return facts.ownItems;
  return part === 'admins' ? facts.admins : null;
};

export const setupSteps = (known: Known): SetupStep[] =>
  setupParts.map((part) => ({
    part,
    ...stateOf(part, known),
    isEssential: essential.has(part),
    settings: known.settings.lines[part] ?? [],
    returnAddress: part === 'signIn' ? known.settings.returnAddress : null,
    count: countOf(part, known.facts),
    at: part === 'backups' ? known.facts.backupAt : null,
  }));

/** Essential parts that are not set up. */
export const missingParts = (steps: readonly SetupStep[]): SetupPart[] =>
  steps
    .filter(({ isEssential, state }) => isEssential && ['missing', 'attention'].includes(state))
    .map(({ part }) => part);

/** Remaining steps until a company can use its catalogue. */
export interface SetupNeeds {
  missing: SetupPart[];
  isDemo: boolean;
  isEmpty: boolean;
}

export interface ConnectionTestResult {
  /** Names found at the external service, such as collections. */
  found: string[];
  count: number | null;
  hint?: SetupHint | null;
}

/** Failure of a connection test with a known fault. */
export class ConnectionTestError extends Error {
  readonly fault: SetupFault;

  constructor(fault: SetupFault, cause?: unknown) {
    super(`The connection test failed: ${fault}`, { cause });
    this.name = 'ConnectionTestError';
    this.fault = fault;
  }
}

/**
 * One test for each part, null for parts that are not configured. A test opens its own connection, without breaker and
 * cache.
 * @throws ConnectionTestError
 */
export interface ConnectionTests {
  signIn: (() => Promise<ConnectionTestResult>) | null;
  bookmarks: (() => Promise<ConnectionTestResult>) | null;
  mail: ((to: string) => Promise<ConnectionTestResult>) | null;
  model: (() => Promise<ConnectionTestResult>) | null;
  embeddings: (() => Promise<ConnectionTestResult>) | null;
  telegram: (() => Promise<ConnectionTestResult>) | null;
}
