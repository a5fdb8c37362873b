// The failures of texts on a database, for each kind of text.
import type { Knex } from 'knex';
import {
  itemAttempts,
  taskAttempts,
  translationAttemptsStore,
  useCaseAttempts,
} from './translationAttempts.store.ts';
import type { Tries } from './translationAttempts.ts';
export { findFirstAttempt, isDue, useCaseAttempts } from './translationAttempts.store.ts';
export { type RoundOptions, createTranslationRounds } from './translationRound.ts';

export const itemAttemptsOn = (db: Knex): Tries => translationAttemptsStore(db, itemAttempts);

export const taskAttemptsOn = (db: Knex): Tries => translationAttemptsStore(db, taskAttempts);

export const useCaseAttemptsOn = (db: Knex): Tries => translationAttemptsStore(db, useCaseAttempts);
