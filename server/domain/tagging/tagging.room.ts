// Changes of tags, composed.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import { activityOn } from '../activity/activity.room.ts';
import type { Editing } from '../sync/sync.room.ts';
import { createTagging } from './tagging.service.ts';
import { taggingStore } from './tagging.store.ts';

interface Options {
  db: Knex;
  clock: Clock;
  editing: Editing;
}

export const createTaggingRoom = ({ db, clock, editing }: Options) =>
  createTagging({
    activity: activityOn(db, clock),
    inTransaction: (work) =>
      editing.inTransaction((rooms, trx) => work({ ...rooms, tagging: taggingStore(trx) })),
  });
