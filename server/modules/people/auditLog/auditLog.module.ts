// The record of changes on a database or on a transaction of another room.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import { createActivity, type Activity } from './auditLog.service.ts';
import { activityStore } from './auditLog.store.ts';

export const activityOn = (on: Knex, clock: Clock): Activity =>
  createActivity({ store: activityStore(on), clock });
