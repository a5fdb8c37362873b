// Composition of the insights.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import type { TableFiles } from '../../shared/tableRows.ts';
import { approversOn } from '../access/requests/accessRequests.module.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import { CatalogueInsightsQueries } from './catalogueInsights.queries.ts';
import { InsightsQueries } from './insights.queries.ts';
import { Insights } from './insights.service.ts';
import { tableRows, type InsightsPlot } from './insightsTable.ts';

interface Options {
  db: Knex;
  clock: Clock;
  files: Pick<TableFiles, 'write'>;
}

export function createInsightsModule({ db, clock, files }: Options) {
  const insights = new Insights({
    queries: new InsightsQueries(db),
    catalogue: new CatalogueInsightsQueries(db),
    approvers: approversOn(db),
    clock,
  });
  return {
    insights,
    /** One plot as CSV. @throws DomainError as `Insights.report` */
    insightsTable: async (
      viewer: Viewer,
      plot: InsightsPlot,
      scope: Parameters<Insights['report']>[1],
    ): Promise<string> => files.write(await tableRows[plot](await insights.report(viewer, scope))),
  };
}
