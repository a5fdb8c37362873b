// The failures of texts on a database, for each kind of text.
import type { Knex } from 'knex';
import { itemTries, taskTries, triesStore, useCaseTries } from './translationAttempts.store.ts';
import type { Tries } from './translationAttempts.ts';
export { findFirstTry, isDue, useCaseTries } from './translationAttempts.store.ts';
export { type RoundOptions, createRounds } from './translationRound.ts';

export const itemTriesOn = (db: Knex): Tries => triesStore(db, itemTries);

export const taskTriesOn = (db: Knex): Tries => triesStore(db, taskTries);

export const useCaseTriesOn = (db: Knex): Tries => triesStore(db, useCaseTries);
