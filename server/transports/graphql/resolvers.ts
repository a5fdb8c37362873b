// Resolver map, merged from one file per topic.
import type { IResolvers } from '@graphql-tools/utils';
import { access } from './resolvers/access.ts';
import { accounts } from './resolvers/accounts.ts';
import { addresses, choosing, knowledge } from './resolvers/items.ts';
import { activity } from './resolvers/auditLog.ts';
import { companies, people } from './resolvers/people.ts';
import { complaints } from './resolvers/complaints.ts';
import { dataRules, sourceWatch } from './resolvers/dataRules.ts';
import { demo, legal, restores, setup, system } from './resolvers/setup.ts';
import { curation } from './resolvers/edits.ts';
import { experts, useCases } from './resolvers/useCases.ts';
import { incidents } from './resolvers/incidents.ts';
import { imports, sync } from './resolvers/sync.ts';
import { inconsistencies } from './resolvers/inconsistencies.ts';
import { loadouts } from './resolvers/loadouts.ts';
import { insights } from './resolvers/insights.ts';
import { feeds, notifications, webhooks } from './resolvers/messaging.ts';
import { catalogueGaps, proposals } from './resolvers/catalogueGaps.ts';
import { scalars } from './resolvers/scalars.ts';
import { stages } from './resolvers/stages.ts';
import { subscriptions } from './resolvers/subscriptions.ts';
import { teaching } from './resolvers/customConcepts.ts';

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
