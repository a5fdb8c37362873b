// What may be decided of a service, and by whom: admins, for their own company, or for all where theirs decides for all, and those
// chosen to decide on access, for the own company.
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { ChosenPeople } from '../requests/accessRequests.ts';
import {
  isAdmin,
  requireMember,
  type Company,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import {
  changed,
  sayTheSame,
  type PlanTier,
  type Rule,
  type RulePlace,
  type RuleView,
} from './dataRules.ts';
import {
  changeOf,
  historyInput,
  ruleChangesInput,
  textsWithPaths,
  type CheckedChange,
  type RuleChangeInput,
} from './dataRulesInput.ts';
import type { DataRulesQueries, RuleHistoryRow } from './dataRules.queries.ts';
import type { ChangePart, DataRulesStore } from './dataRules.store.ts';
import { adminsPart, chosenFor, holdDecider, otherCompany, readerOf } from './ruleDeciders.ts';
import type { RuleReader } from './ruleDeciders.ts';
import { keyOf, wishBefore, writeRules, type RuleTransaction, type Written } from './ruleWrites.ts';

interface Options {
  search: DataRulesQueries;
  approvers: Pick<ChosenPeople, 'isChosen'>;
  partsOf: DataRulesStore['partsOf'];
  inTransaction<Result>(work: (rooms: RuleTransaction) => Promise<Result>): Promise<Result>;
  /** The service as the viewer sees it. @throws DomainError NOT_FOUND */
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  clock: Clock;
}

/** A company, and whether whoever asks decides for it. */
export interface CompanyWithDataRules {
  company: Company;
  mayDecide: boolean;
}

/** What a change has come to, with the rules as they stand now. */
export interface RulesOutcome extends Written {
  rules: RuleView[];
}

const noCompany = () => new DomainError('NOT_FOUND', 'There is no such company');
const noItem = () => new DomainError('NOT_FOUND', 'There is no such item');
const noChange = () => new DomainError('NOT_FOUND', 'There is no such change');

const twice = () =>
  new DomainError('INVALID', 'A rule stands there twice', {
    errors: [{ path: 'rules', code: 'repeated', message: 'A rule stands there twice' }],
  });

/** Somebody was faster; the places say where. */
const changedMeanwhile = (paths: readonly string[] = []) =>
  new DomainError('CONFLICT', 'Somebody else has changed these rules', {
    reason: 'changedMeanwhile',
    errors: paths.map((path) => ({
      path,
      code: 'changedMeanwhile',
      message: `${path} has changed`,
    })),
  });

/** Whether a change names what admins alone decide. */
const saysOfAiAct = ({ aiRole, aiTier }: CheckedChange): boolean =>
  aiRole !== undefined || aiTier !== undefined;
const movesAiAct = ({ before, after }: ChangePart): boolean =>
  before.aiRole !== after.aiRole || before.aiTier !== after.aiTier;

/** Whose rules somebody reads who names no company: those of the own one. @throws DomainError FORBIDDEN for another one */
export function readableCompany(viewer: Viewer, asked: string | null | undefined): string | null {
  const own = requireMember(viewer).company?.key ?? null;
  if (!asked || asked === own) return own;
  if (!isAdmin(viewer)) throw otherCompany();
  return asked;
}

export const createDataRules = ({
  search,
  approvers,
  partsOf,
  inTransaction,
  visibleItem,
  clock,
}: Options) => {
  /** @throws DomainError NOT_FOUND, FORBIDDEN for a company that the viewer does not decide for */
  const decider = async (viewer: Viewer, keys: readonly string[]): Promise<RuleReader> => {
    const reader = await readerOf(viewer, approvers, keys);
    const own = reader.member.company?.key ?? null;
    const known = new Map((await search.companies(own)).map((one) => [one.key, one]));
    for (const key of keys) {
      const ruled = known.get(key);
      if (!ruled) throw noCompany();
      if (!ruled.mayDecide) throw otherCompany();
    }
    return reader;
  };

  /** Holds the services, and says where their ids lead now. A merge that was under way is waited for once. */
  const held = async (
    { store }: RuleTransaction,
    ids: readonly number[],
    seesHidden: boolean,
  ): Promise<Map<number, number>> => {
    const first = await store.hold(ids, seesHidden);
    const found = first.size < ids.length ? await store.hold(ids, seesHidden) : first;
    if (found.size < ids.length) throw noItem();
    return found;
  };

  const writeChecked = (
    by: RuleReader,
    companyKey: string,
    changes: readonly CheckedChange[],
    kind: 'set' | 'import',
  ): Promise<Written & { places: RulePlace[] }> =>
    inTransaction(async (rooms) => {
      await holdDecider(by, rooms.approvers);
      const ids = [...new Set(changes.map(({ itemId }) => itemId))];
      const idNow = await held(rooms, ids, by.isAdmin);
      const places = changes.map(({ itemId, tier }) => ({
        itemId: idNow.get(itemId)!,
        companyKey,
        tier,
      }));
      const wanted = new Map(places.map((place, index) => [keyOf(place), index]));
      // Two ids may lead to one service.
      if (wanted.size < places.length) throw twice();
      const late: number[] = [];
      const written = await writeRules(
        rooms,
        places,
        (present) => {
          const index = wanted.get(keyOf(present))!;
          const rule = changed(present, changeOf(changes[index]!));
          const expected = changes[index]!.expectedVersion ?? present.version;
          // What stands there already is no conflict: the same call may be sent twice.
          if (expected !== present.version && !sayTheSame(present, rule)) late.push(index);
          return { rule };
        },
        { actorId: by.member.user.id, at: clock(), kind },
      );
      if (late.length > 0) throw changedMeanwhile(late.map((index) => `rules.${index}`));
      return { ...written, places };
    });

  return {
    /**
     * The companies whose rules the viewer reads to decide them, and for which of them that is: all for an admin, the own one for
     * somebody chosen, none for anybody else.
     */
    async companies(viewer: Viewer): Promise<CompanyWithDataRules[]> {
      const own = requireMember(viewer).company?.key ?? null;
      const chosen = isAdmin(viewer) ? null : await chosenFor(viewer, approvers);
      if (!isAdmin(viewer) && chosen === null) return [];
      return (await search.companies(own))
        .filter(({ key }) => chosen === null || key === chosen)
        .map(({ mayDecide, ...company }) => ({ company, mayDecide }));
    },

    /** Whether somebody who is no admin brings tables in: who was chosen. */
    bringsTables: async (viewer: Viewer): Promise<boolean> =>
      (await chosenFor(viewer, approvers)) !== null,

    /** Refuses whoever does not read these rules to decide them. @throws DomainError FORBIDDEN (`approversOnly`, `otherCompany`) */
    reader: (viewer: Viewer, companyKey: string): Promise<RuleReader> =>
      readerOf(viewer, approvers, [companyKey]),

    /** Refuses whoever does not decide for a company. @throws DomainError NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`) */
    decider,

    writeChecked,

    /** Rules of services that the viewer sees already; by the keys of \`keyOf\`. */
    views: (places: readonly RulePlace[]): Promise<RuleView[]> => search.views(places),

    /**
     * The rule of one service; null for somebody without a company who names none.
     * @throws DomainError NOT_FOUND, FORBIDDEN for another company than the own one
     */
    async ofItem(
      viewer: Viewer,
      wanted: number,
      { company, tier }: { company?: string | null | undefined; tier: PlanTier },
    ): Promise<RuleView | null> {
      const companyKey = readableCompany(viewer, company);
      const { id } = await visibleItem(viewer, wanted);
      if (companyKey === null) return null;
      const [rule] = await search.views([{ itemId: id, companyKey, tier }]);
      if (!rule) throw noCompany();
      return rule;
    },

    /**
     * Changes rules of one company, all or none; what is left out stays, null clears. Sent twice, it is done once.
     * @throws DomainError INVALID (`holdsKey`), NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`, `adminOnly`), CONFLICT (`changedMeanwhile`)
     */
    async set(
      viewer: Viewer,
      companyKey: string,
      given: readonly RuleChangeInput[],
    ): Promise<RulesOutcome> {
      const by = await decider(viewer, [companyKey]);
      const changes = parseInput(ruleChangesInput, given, 'rules');
      await refuseCredentials(
        Object.fromEntries(
          changes.flatMap((change, place) =>
            textsWithPaths(change).map(({ path, text }) => [`rules.${place}.${path}`, text]),
          ),
        ),
      );
      if (!by.isAdmin && changes.some(saysOfAiAct)) throw adminsPart();
      const { places, ...written } = await writeChecked(by, companyKey, changes, 'set');
      const views = new Map((await search.views(places)).map((rule) => [keyOf(rule), rule]));
      return { ...written, rules: places.flatMap((place) => views.get(keyOf(place)) ?? []) };
    },

    /** The changes of one rule, newest first. @throws DomainError NOT_FOUND, FORBIDDEN, INVALID past a limit */
    async history(
      viewer: Viewer,
      { itemId, company, tier }: { itemId: number; company: string; tier: PlanTier },
      window: { page: number; perPage: number },
    ): Promise<{ entries: RuleHistoryRow[]; total: number }> {
      await readerOf(viewer, approvers, [company]);
      const wanted = parseInput(historyInput, window);
      const { id } = await visibleItem(viewer, itemId);
      return search.history({ itemId: id, companyKey: company, tier }, wanted);
    },

    /**
     * Takes a change back, all its rules or none; a second time nothing happens.
     * @throws DomainError NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`; `adminOnly` for what an admin alone decides), CONFLICT
     * (`changedMeanwhile`) where somebody has decided since
     */
    async undo(viewer: Viewer, changeId: number): Promise<RulesOutcome> {
      await readerOf(viewer, approvers, []);
      const parts = await partsOf(changeId);
      if (parts.length === 0) throw noChange();
      const keys = new Set(parts.map(({ companyKey }) => companyKey));
      const by = await decider(viewer, [...keys]);
      if (!by.isAdmin && parts.some(movesAiAct)) throw adminsPart();
      const written = await inTransaction(async (rooms) => {
        await holdDecider(by, rooms.approvers);
        if (!by.isAdmin && (await rooms.store.anyHidden(parts.map(({ itemId }) => itemId))))
          throw adminsPart();
        const late: Rule[] = [];
        const done = await writeRules(
          rooms,
          parts,
          wishBefore(parts, (present) => late.push(present)),
          { actorId: by.member.user.id, at: clock(), kind: 'undo', takesBack: changeId },
        );
        if (late.length > 0) throw changedMeanwhile();
        return done;
      });
      return { ...written, rules: await search.views(parts) };
    },
  };
};

export type DataRules = ReturnType<typeof createDataRules>;
