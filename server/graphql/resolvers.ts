// All resolvers: one file per word, merged here.
import type { IResolvers } from '@graphql-tools/utils';
import { accounts } from './resolvers/accounts.ts';
import { activity } from './resolvers/activity.ts';
import { inconsistencies } from './resolvers/inconsistencies.ts';
import { knowledge } from './resolvers/knowledge.ts';
import { scalars } from './resolvers/scalars.ts';
import { sync } from './resolvers/sync.ts';
import { system } from './resolvers/system.ts';

export const resolvers: IResolvers[] = [scalars, accounts, activity, inconsistencies, knowledge, sync, system];
