// The words of the set-up: its parts, how each is, and what a try of one may come to. Pure.
import type { HealthPart } from '../../shared/healthProbe.ts';
import { limits } from '../../config/limits.ts';

const setupParts = [
  'signIn',
  'companies',
  'bookmarks',
  'admins',
  'mail',
  'model',
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

/** Without these nobody could use the catalogue of a company. */
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
  found: string[];
  count: number | null;
  at: Date | null;
  /** Whether another side was asked. */
  hasAskedOutside: boolean;
}

/** What the database says about the set-up. */
export interface SetupFacts {
  companiesWithDomain: number;
  predefinedCompanies: number;
  /** Services that are no demo. */
  ownItems: number;
  /** Admins who may be here, those of the demo left out. */
  admins: number;
  backupAt: Date | null;
}

/** What is configured. */
export interface SetupSettings {
  isSet: Record<'signIn' | 'bookmarks' | 'mail' | 'model' | 'telegram', boolean>;
  lines: Partial<Record<SetupPart, SetupSetting[]>>;
  /** Where the sign-in provider returns to. */
  returnAddress: string;
}

type State = Pick<SetupStep, 'state' | 'fault'>;

const done: State = { state: 'done', fault: null };
const missing = (fault: SetupFault): State => ({ state: 'missing', fault });
const attention = (fault: SetupFault): State => ({ state: 'attention', fault });

/** What other servers do for us: as their health says, unless the last try here knows more. */
function outsideState(
  isSet: boolean,
  health: readonly Pick<HealthPart, 'state' | 'detail'>[],
  tried: SetupTest | undefined,
): State {
  if (!isSet) return missing('notSetUp');
  if (tried) return tried.isDone ? done : { state: 'failing', fault: tried.fault };
  if (health.some(({ state }) => state === 'failing'))
    return { state: 'failing', fault: 'unreachable' };
  const answered = health.every(({ state, detail }) => state === 'ok' && detail === null);
  return health.length > 0 && answered ? done : { state: 'untested', fault: null };
}

/** How the last backup is at this moment. */
function backupState(at: Date | null, now: Date): State {
  if (!at) return missing('noBackup');
  return now.getTime() - at.getTime() > limits.backup.freshMs ? attention('oldBackup') : done;
}

function companiesState({ companiesWithDomain, predefinedCompanies }: SetupFacts): State {
  if (companiesWithDomain === 0) return missing('noDomain');
  return predefinedCompanies > 0 ? attention('predefinedCompanies') : done;
}

/** Parts of which the database knows all; own services only where no bookmarks service or file is set up. */
export type InsidePart = 'companies' | 'admins' | 'backups' | 'bookmarks';

/** How a part is that needs nobody outside. */
export function insideState(part: InsidePart, facts: SetupFacts, now: Date): State {
  switch (part) {
    case 'companies':
      return companiesState(facts);
    case 'admins':
      return facts.admins > 0 ? done : missing('noAdmin');
    case 'backups':
      return backupState(facts.backupAt, now);
    case 'bookmarks':
      // Who has imported a file needs no service.
      return facts.ownItems > 0 ? done : missing('notSetUp');
  }
}

export interface Known {
  facts: SetupFacts;
  settings: SetupSettings;
  health: readonly HealthPart[];
  /** The last try of each part on this server. */
  tried: ReadonlyMap<SetupPart, SetupTest>;
  now: Date;
}

/** One way to sign in is enough; each that is set up counts. */
const healthNames = {
  signIn: ['google', 'telegram'],
  bookmarks: ['bookmarks'],
  mail: ['mail'],
  model: ['languageModel'],
  telegram: ['telegram'],
};

/** Whether the database knows all of a part, and nobody outside can be asked about it. */
export const isInside = (
  part: SetupPart,
  { isSet }: Pick<SetupSettings, 'isSet'>,
): part is InsidePart => !(part in isSet) || (part === 'bookmarks' && !isSet.bookmarks);

function stateOf(part: SetupPart, { facts, settings, health, tried, now }: Known): State {
  if (isInside(part, settings)) return insideState(part, facts, now);
  const found = health.filter(
    ({ name, state }) => healthNames[part].includes(name) && state !== 'off',
  );
  return outsideState(settings.isSet[part], found, tried.get(part));
}

/** What there is of a part; null where nothing is counted. */
export const countOf = (part: SetupPart, facts: SetupFacts): number | null => {
  if (part === 'companies') return facts.companiesWithDomain;
  if (part === 'bookmarks') return facts.ownItems;
  return part === 'admins' ? facts.admins : null;
};

/** Every part with its state. */
export const stepsOf = (known: Known): SetupStep[] =>
  setupParts.map((part) => ({
    part,
    ...stateOf(part, known),
    isEssential: essential.has(part),
    settings: known.settings.lines[part] ?? [],
    returnAddress: part === 'signIn' ? known.settings.returnAddress : null,
    count: countOf(part, known.facts),
    at: part === 'backups' ? known.facts.backupAt : null,
  }));

/** The essential parts that are not set up. */
export const missingOf = (steps: readonly SetupStep[]): SetupPart[] =>
  steps
    .filter(({ isEssential, state }) => isEssential && ['missing', 'attention'].includes(state))
    .map(({ part }) => part);

/** What stands between an installation and a catalogue of a company's own. */
export interface SetupNeeds {
  missing: SetupPart[];
  isDemo: boolean;
  isEmpty: boolean;
}
