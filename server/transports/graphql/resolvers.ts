// Resolver map, merged from one file per topic.
import type { IResolvers } from '@graphql-tools/utils';
import { access } from './resolvers/access.ts';
import { accounts } from './resolvers/accounts.ts';
import { addresses } from './resolvers/pageAddresses.ts';
import { activity } from './resolvers/auditLog.ts';
import { companies } from './resolvers/companies.ts';
import { choosing } from './resolvers/itemOverview.ts';
import { complaints } from './resolvers/complaints.ts';
import { dataRules } from './resolvers/dataRules.ts';
import { demo } from './resolvers/demo.ts';
import { curation } from './resolvers/edits.ts';
import { experts } from './resolvers/experts.ts';
import { incidents } from './resolvers/incidents.ts';
import { sourceWatch } from './resolvers/sourceWatch.ts';
import { imports } from './resolvers/imports.ts';
import { inconsistencies } from './resolvers/inconsistencies.ts';
import { knowledge } from './resolvers/items.ts';
import { legal } from './resolvers/legal.ts';
import { loadouts } from './resolvers/loadouts.ts';
import { insights } from './resolvers/insights.ts';
import { notifications } from './resolvers/notifications.ts';
import { people } from './resolvers/people.ts';
import { proposals } from './resolvers/proposals.ts';
import { feeds } from './resolvers/feeds.ts';
import { catalogueGaps } from './resolvers/catalogueGaps.ts';
import { webhooks } from './resolvers/webhooks.ts';
import { restores } from './resolvers/restoreReview.ts';
import { scalars } from './resolvers/scalars.ts';
import { setup } from './resolvers/setup.ts';
import { stages } from './resolvers/stages.ts';
import { subscriptions } from './resolvers/subscriptions.ts';
import { sync } from './resolvers/sync.ts';
import { system } from './resolvers/health.ts';
import { teaching } from './resolvers/customConcepts.ts';
import { useCases } from './resolvers/useCases.ts';

export const resolvers: IResolvers[] = [
  scalars,
  access,
  accounts,
  activity,
  addresses,
  companies,
  choosing,
  complaints,
  dataRules,
  demo,
  curation,
  experts,
  imports,
  incidents,
  sourceWatch,
  inconsistencies,
  insights,
  knowledge,
  legal,
  loadouts,
  notifications,
  people,
  proposals,
  catalogueGaps,
  feeds,
  webhooks,
  restores,
  setup,
  stages,
  subscriptions,
  sync,
  system,
  teaching,
  useCases,
];
