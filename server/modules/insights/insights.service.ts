// Insights: six plots, exact for admins; for approvers of a company, numbers of few people are withheld.
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { dayMs } from '../../shared/durations.ts';
import type { ApproverLookup } from '../access/requests/accessRequests.module.ts';
import { isAdmin, requireMember, type Viewer } from '../people/accounts/accounts.module.ts';
import type { CatalogueInsightsQueries } from './catalogueInsights.queries.ts';
import {
  accessOutcomes,
  accessSteps,
  complaintAges,
  disclosure,
  discloseWaiting,
  leastTold,
  weekOf,
  weeksBetween,
  withData,
  type CompanyAdoption,
  type Disclosure,
  type InsightsScope,
  type ItemUsers,
  type Trend,
} from './insights.ts';
import type { AdoptionRow, InsightsQueries } from './insights.queries.ts';

interface Options {
  queries: InsightsQueries;
  catalogue: CatalogueInsightsQueries;
  approvers: Pick<ApproverLookup, 'companiesOf'>;
  clock: Clock;
}

const none = { count: 0, people: 0 };

/** @throws DomainError INVALID */
function requirePeriod(days: number): number {
  const { periods } = limits.insights;
  if (periods.some((one) => one === days)) return days;
  throw new DomainError('INVALID', 'The period must be 30, 90 or 365 days', {
    errors: [{ path: 'days', code: 'invalid_value', message: 'One of 30, 90 and 365' }],
  });
}

const unknownCompany = (isExact: boolean) =>
  isExact
    ? new DomainError('NOT_FOUND', 'This company does not exist')
    : new DomainError('FORBIDDEN', 'These figures belong to another company', {
        reason: 'otherCompany',
      });

/** The plots of one scope, each read on demand. */
export class InsightsReport {
  readonly scope: InsightsScope;
  /** Keys of the companies that the reader may select, by name. */
  readonly companyKeys: readonly string[];
  private deps: Pick<Options, 'queries' | 'catalogue'>;
  private disclose: Disclosure;

  constructor(
    deps: Pick<Options, 'queries' | 'catalogue'>,
    scope: InsightsScope,
    companyKeys: readonly string[],
  ) {
    this.deps = deps;
    this.scope = scope;
    this.companyKeys = companyKeys;
    this.disclose = disclosure(scope.isExact);
  }

  async adoption() {
    const { queries } = this.deps;
    const { since, dataBeginsOn } = await this.likes();
    const weeks = weeksBetween(since, this.scope.until);
    const rows = await queries.adoption(weeks, this.scope);
    const series = (own: readonly AdoptionRow[]) =>
      weeks.map(({ weekStart }) => {
        const sum = (field: 'people' | 'activeAccounts') => {
          const people = own
            .filter((row) => row.weekStart === weekStart)
            .reduce((total, row) => total + row[field], 0);
          return this.disclose({ count: people, people });
        };
        return { weekStart, people: sum('people'), activeAccounts: sum('activeAccounts') };
      });
    const byCompany = Map.groupBy(rows, ({ companyKey }) => companyKey);
    return {
      dataBeginsOn,
      weeks: series(rows),
      companies: this.byName([...byCompany.keys()]).map((companyKey): CompanyAdoption => ({
        companyKey,
        weeks: series(byCompany.get(companyKey) ?? []),
      })),
    };
  }

  async risingAndFading() {
    const { queries } = this.deps;
    const { since, dataBeginsOn } = await this.likes();
    const period = { ...this.scope, since };
    const trends = (await queries.trends(period, leastTold(this.scope))).map(
      ({ itemId, title, added, addedPeople, removed, removedPeople }): Trend => ({
        itemId,
        title,
        added: this.disclose({ count: added, people: addedPeople }),
        removed: this.disclose({ count: removed, people: removedPeople }),
        weeks: [],
      }),
    );
    // Weeks next to their sum would reveal small numbers.
    if (this.scope.isExact) await this.addWeeks(trends, period);
    const gain = ({ added, removed }: Trend) => (added.count ?? 0) - (removed.count ?? 0);
    return {
      dataBeginsOn,
      rising: trends.filter((trend) => gain(trend) > 0),
      fading: trends.filter((trend) => gain(trend) < 0),
    };
  }

  async useCases() {
    const { queries } = this.deps;
    const [rows, items] = await Promise.all([
      queries.useCaseWeeks(this.scope),
      queries.withoutUseCase(this.scope.companyKey, leastTold(this.scope)),
    ]);
    const tallies = new Map(rows.map((row) => [`${row.kind} ${row.weekStart}`, row]));
    const disclosedCount = (kind: string, weekStart: string) =>
      this.disclose(tallies.get(`${kind} ${weekStart}`) ?? none);
    return {
      weeks: weeksBetween(this.scope.since, this.scope.until).map(({ weekStart }) => ({
        weekStart,
        written: disclosedCount('written', weekStart),
        liked: disclosedCount('liked', weekStart),
      })),
      withoutUseCase: items.map(({ itemId, title, users }): ItemUsers => ({
        itemId,
        title,
        users: this.disclose({ count: users, people: users }),
      })),
      withoutUseCaseCount: items[0]?.total ?? 0,
    };
  }

  /** Null with a company, because searches are stored without one. */
  async missing() {
    if (this.scope.companyKey !== null) return null;
    const { catalogue } = this.deps;
    const [rows, topGaps, totals] = await Promise.all([
      catalogue.missingWeeks(this.scope),
      catalogue.topGaps(this.scope),
      catalogue.missingTotals(this.scope),
    ]);
    const { begin, ...numbers } = totals;
    const { since, dataBeginsOn } = withData(this.scope, begin ?? this.scope.until);
    const ofWeek = new Map(rows.map((row) => [row.weekStart, row]));
    return {
      ...numbers,
      dataBeginsOn,
      topGaps,
      weeks: weeksBetween(since, this.scope.until).map(
        ({ weekStart }) => ofWeek.get(weekStart) ?? { weekStart, open: 0, served: 0 },
      ),
    };
  }

  async access() {
    const { catalogue } = this.deps;
    const [rows, counts] = await Promise.all([
      catalogue.waiting(this.scope),
      catalogue.outcomes(this.scope),
    ]);
    const tallies = new Map(counts.map((row) => [row.outcome, row]));
    const of = (isOverall: boolean, companies: readonly (string | null)[]) =>
      accessSteps.flatMap((step) =>
        companies.flatMap((companyKey) =>
          rows
            .filter(
              (row) =>
                row.step === step && row.isOverall === isOverall && row.companyKey === companyKey,
            )
            .map((row) => discloseWaiting(row, this.scope.isExact)),
        ),
      );
    return {
      overall: of(true, [null]),
      byCompany: of(false, this.byName(rows.map(({ companyKey }) => companyKey))),
      outcomes: accessOutcomes.map((outcome) => ({
        outcome,
        requests: this.disclose(tallies.get(outcome) ?? none),
      })),
    };
  }

  async health() {
    const { catalogue } = this.deps;
    const [numbers, complaints] = await Promise.all([
      catalogue.health(this.scope.companyKey),
      catalogue.openComplaints(this.scope),
    ]);
    const tallies = new Map(complaints.map((row) => [row.age, row]));
    return {
      ...numbers,
      openComplaints: complaintAges.map((age) => ({
        age,
        complaints: this.disclose(tallies.get(age) ?? none),
      })),
    };
  }

  private async addWeeks(trends: readonly Trend[], period: InsightsScope): Promise<void> {
    const rows = await this.deps.queries.trendWeeks(
      period,
      trends.map(({ itemId }) => itemId),
    );
    const ofItem = Map.groupBy(rows, ({ itemId }) => itemId);
    const weeks = weeksBetween(period.since, period.until);
    for (const trend of trends) {
      const own = new Map((ofItem.get(trend.itemId) ?? []).map((row) => [row.weekStart, row]));
      trend.weeks = weeks.map(({ weekStart }) => {
        const { added = 0, removed = 0 } = own.get(weekStart) ?? {};
        return { weekStart, added, removed };
      });
    }
  }

  /** The part of the period in which removed likes are recorded. */
  private async likes() {
    return withData(this.scope, await this.deps.queries.likesSince());
  }

  /** These companies in the order of their names; people without a company last. */
  private byName(keys: readonly (string | null)[]): (string | null)[] {
    const wanted = new Set(keys);
    return [...this.companyKeys, null].filter((key) => wanted.has(key));
  }
}

export class Insights {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * @param companyKey null for all companies, or the first one of an approver
   * @throws DomainError UNAUTHENTICATED, FORBIDDEN (`approversOnly`, `otherCompany`), NOT_FOUND, INVALID
   */
  async report(
    viewer: Viewer,
    { days, companyKey }: { days: number; companyKey: string | null },
  ): Promise<InsightsReport> {
    const { queries, approvers, clock } = this.deps;
    const member = requireMember(viewer);
    const isExact = isAdmin(viewer);
    // An approver acts in a browser, not by a token.
    const own = isExact
      ? null
      : member.via === 'session'
        ? await approvers.companiesOf(member.user.id)
        : [];
    if (own?.length === 0)
      throw new DomainError('FORBIDDEN', 'Only admins and approvers of a company can do this', {
        reason: 'approversOnly',
      });
    const companies = await queries.companies(own);
    const chosen = companyKey ?? (isExact ? null : (companies[0] ?? null));
    if (chosen !== null && !companies.includes(chosen)) throw unknownCompany(isExact);
    const until = clock();
    const since = weekOf(new Date(until.getTime() - requirePeriod(days) * dayMs));
    return new InsightsReport(this.deps, { since, until, companyKey: chosen, isExact }, companies);
  }
}
