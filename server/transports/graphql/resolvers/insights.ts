// Insights over GraphQL.
import type { Context } from '../context.ts';
import type { Resolvers } from '../generated.ts';

const companyOf = async (
  { companyKey }: { companyKey: string | null },
  _args: unknown,
  { loaders }: Context,
) => (companyKey === null ? null : loaders.companyByKey.load(companyKey));

const itemOf = async ({ itemId }: { itemId: number }, _args: unknown, { loaders }: Context) =>
  (await loaders.itemById.load(itemId))!;

export const insights: Resolvers = {
  Query: {
    insights: (_root, { days, company }, { viewer, services }) =>
      services.insights.report(viewer, { days, companyKey: company ?? null }),
    insightsTable: (_root, { plot, days, company }, { viewer, services }) =>
      services.insightsTable(viewer, plot, { days, companyKey: company ?? null }),
  },
  Insights: {
    since: ({ scope }) => scope.since,
    until: ({ scope }) => scope.until,
    company: ({ scope }, args, context) => companyOf(scope, args, context),
    companies: async ({ companyKeys }, _args, { loaders }) =>
      (await loaders.companyByKey.loadMany(companyKeys)).flatMap((one) =>
        one === null || one instanceof Error ? [] : [one],
      ),
    isExact: ({ scope }) => scope.isExact,
    // The compiled queries read properties and call no methods.
    adoption: (report) => report.adoption(),
    risingAndFading: (report) => report.risingAndFading(),
    useCases: (report) => report.useCases(),
    missing: (report) => report.missing(),
    access: (report) => report.access(),
    health: (report) => report.health(),
  },
  CompanyAdoption: { company: companyOf },
  MarkTrend: { knowledgeItem: itemOf },
  ItemUsers: { knowledgeItem: itemOf },
  AccessWaiting: { company: companyOf },
};
