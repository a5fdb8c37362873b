// List of items with problems that an admin may want to fix.
import type { Knex } from 'knex';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  itemProblemFilterInput,
  type ItemProblemFilter,
  type ItemProblemPage,
} from './itemProblems.ts';
import { findItemProblems } from './itemProblems.queries.ts';
export { decidedRuleSql, itemProblemSql } from './itemProblems.queries.ts';

/** Only for admins. */
export class ItemProblemsService {
  private readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async list(viewer: Viewer, filter: ItemProblemFilter): Promise<ItemProblemPage> {
    requireAdmin(viewer);
    return findItemProblems(this.db, parseInput(itemProblemFilterInput, filter));
  }
}
