// Proposed services: types, input validation and SQL.
import type { Knex } from 'knex';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledText, optionalText } from '../../../shared/validation.ts';
import { addressField } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

const proposalStates = ['open', 'added', 'declined'] as const;
export type ProposalState = (typeof proposalStates)[number];

export interface ProposedService {
  id: number;
  /** Null for a deleted account. */
  userId: number | null;
  address: string;
  normalisedUrl: string;
  comment: string | null;
  state: ProposalState;
  /** The reason of the admin who declined it. */
  declineReason: string | null;
  /** The item that was added. */
  itemId: number | null;
  decidedBy: number | null;
  createdAt: Date;
  closedAt: Date | null;
}

/** A stored proposal, or the existing item. */
export type ProposalOutcome =
  { proposal: ProposedService; knownId: null } | { proposal: null; knownId: number };

export const proposalInput = z.strictObject({
  address: addressField,
  comment: optionalText(limits.text.proposalComment),
});
export type ProposalInput = z.input<typeof proposalInput>;

export const declineInput = z.strictObject({ reason: filledText(limits.text.proposalAnswer) });

interface Row {
  id: number;
  user_id: number | null;
  address: string;
  normalised_url: string;
  comment: string | null;
  state: ProposalState;
  answer: string | null;
  item_id: number | null;
  handled_by: number | null;
  created_at: Date;
  settled_at: Date | null;
}

const toProposal = (row: Row): ProposedService => ({
  id: row.id,
  userId: row.user_id,
  address: row.address,
  normalisedUrl: row.normalised_url,
  comment: row.comment,
  state: row.state,
  declineReason: row.answer,
  itemId: row.item_id,
  decidedBy: row.handled_by,
  createdAt: row.created_at,
  closedAt: row.settled_at,
});

const newestFirst = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
];

export interface ProposalDecision {
  state: 'added' | 'declined';
  answer: string | null;
  itemId: number | null;
  handledBy: number | null;
  at: Date;
}

export class ProposalsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Serialises the proposals of one person until the end of the transaction. */
  async lockProposer(userId: number): Promise<void> {
    await this.db('users').where({ id: userId }).forNoKeyUpdate().first('id');
  }

  async findOpen(userId: number, normalisedUrl: string): Promise<ProposedService | null> {
    const row: Row | undefined = await this.db('proposed_services')
      .where({ user_id: userId, normalised_url: normalisedUrl, state: 'open' })
      .first();
    return row ? toProposal(row) : null;
  }

  /** Locks the open proposals of an address until the end of the transaction. */
  lockOpenOfAddress(normalisedUrl: string): Promise<number[]> {
    return this.db('proposed_services')
      .where({ normalised_url: normalisedUrl, state: 'open' })
      .orderBy('id')
      .forUpdate()
      .pluck('id');
  }

  async countOpen(userId: number): Promise<number> {
    const rows: { count: string }[] = await this.db('proposed_services')
      .where({ user_id: userId, state: 'open' })
      .count({ count: '*' });
    return Number(rows[0]?.count ?? 0);
  }

  async insert(
    made: Pick<ProposedService, 'address' | 'normalisedUrl' | 'comment' | 'createdAt'> & {
      userId: number;
    },
  ): Promise<ProposedService> {
    const rows: Row[] = await this.db('proposed_services')
      .insert({
        user_id: made.userId,
        address: made.address,
        normalised_url: made.normalisedUrl,
        comment: made.comment,
        created_at: made.createdAt,
      })
      .returning('*');
    return toProposal(rows[0]!);
  }

  async ofUser(userId: number, limit: number): Promise<ProposedService[]> {
    const rows: Row[] = await this.db('proposed_services')
      .where({ user_id: userId })
      .orderBy(newestFirst)
      .limit(limit)
      .select();
    return rows.map(toProposal);
  }

  async list(state: ProposalState | null, limit: number): Promise<ProposedService[]> {
    const query = this.db('proposed_services');
    if (state) query.where({ state });
    const rows: Row[] = await query.orderBy(newestFirst).limit(limit).select();
    return rows.map(toProposal);
  }

  async count(state: ProposalState | null): Promise<number> {
    const query = this.db('proposed_services');
    if (state) query.where({ state });
    const rows: { count: string }[] = await query.count({ count: '*' });
    return Number(rows[0]?.count ?? 0);
  }

  async lock(id: number): Promise<ProposedService | null> {
    const row: Row | undefined = await this.db('proposed_services')
      .where({ id })
      .forUpdate()
      .first();
    return row ? toProposal(row) : null;
  }

  /** Locks open proposals whose address is that of a visible item. */
  async lockFulfilled(): Promise<{ id: number; itemId: number }[]> {
    const { rows } = await this.db.raw<{ rows: { id: number; itemId: number }[] }>(
      `select proposed_services.id, there.id as "itemId"
       from proposed_services cross join lateral (
         select seen.id from items join items as seen on seen.id = item_now(items.id)
         where items.normalised_url = proposed_services.normalised_url
           and seen.removed_at is null and seen.admin_visibility = 'visible'
         order by seen.id limit 1
       ) as there
       where state = 'open' order by proposed_services.id for update of proposed_services`,
    );
    return rows;
  }

  /** Returns how many were deleted. */
  deleteClosed(before: Date, count: number): Promise<number> {
    return this.db('proposed_services')
      .whereIn(
        'id',
        this.db('proposed_services').where('settled_at', '<', before).limit(count).select('id'),
      )
      .delete();
  }

  async close(id: number, { state, answer, itemId, handledBy, at }: ProposalDecision) {
    const rows: Row[] = await this.db('proposed_services')
      .where({ id, state: 'open' })
      .update({ state, answer, item_id: itemId, handled_by: handledBy, settled_at: at })
      .returning('*');
    return rows[0] ? toProposal(rows[0]) : null;
  }
}
