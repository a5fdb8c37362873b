// Translations module: attempts for each kind of text.
import type { Knex } from 'knex';
import {
  itemAttempts,
  loadoutAttempts,
  taskAttempts,
  translationAttemptsStore,
  useCaseAttempts,
} from './translationAttempts.store.ts';
import type { TranslationAttempts } from './translationRound.ts';
export {
  findFirstAttempt,
  isDue,
  loadoutAttempts,
  useCaseAttempts,
} from './translationAttempts.store.ts';
export { type RoundOptions, createTranslationRounds } from './translationRound.ts';

export const itemAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, itemAttempts);

export const taskAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, taskAttempts);

export const useCaseAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, useCaseAttempts);

export const loadoutAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, loadoutAttempts);
