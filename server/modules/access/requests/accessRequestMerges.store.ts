// SQL that moves access requests to the kept item of a merge: one request per person stays open.
import type { Knex } from 'knex';
import { openStatuses, type AccessStatus } from './accessStateMachine.ts';

/** A request withdrawn in favour of another one of the same person; JSON, stored with the merge. */
export interface SupersededRequest {
  id: number;
  status: AccessStatus;
  /** Version after the withdrawal. */
  version: number;
}

const open = openStatuses.map((one) => `'${one}'`).join(', ');

/**
 * Moves requests. Of several by one person the most advanced stays open, then the one that ends last, then the oldest.
 */
export async function moveAccessRequests(
  db: Knex,
  pairs: readonly { from: number; to: number }[],
): Promise<{ moved: number[]; stoodDown: SupersededRequest[] }> {
  const pair = 'unnest(:from::integer[], :to::integer[]) as pair (from_id, to_id)';
  const places = { from: pairs.map(({ from }) => from), to: pairs.map(({ to }) => to) };
  const { rows: stoodDown } = await db.raw<{ rows: SupersededRequest[] }>(
    `with ranked as (
       select request.id, request.status, row_number() over (
         partition by pair.to_id, coalesce(request.user_id, -request.id)
         order by array_position(array['granted', 'approved'], request.status) nulls last,
           request.expires_at desc nulls first, request.id) as place
       from access_requests as request
       join ${pair} on request.item_id in (pair.from_id, pair.to_id)
       where request.status in (${open})
     )
     update access_requests set status = 'withdrawn', version = version + 1, changed_at = now()
     from ranked where ranked.id = access_requests.id and ranked.place > 1
     returning access_requests.id, ranked.status, access_requests.version`,
    places,
  );
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `update access_requests set item_id = pair.to_id from ${pair} where item_id = pair.from_id
     returning access_requests.id`,
    places,
  );
  return { moved: rows.map(({ id }) => id), stoodDown };
}

/**
 * Restores withdrawn requests, unless they or their person have changed since. For a deleted account only granted
 * access is restored, so that it can be revoked.
 */
export async function restoreSuperseded(
  db: Knex,
  stoodDown: readonly SupersededRequest[],
): Promise<void> {
  for (const { id, status, version } of stoodDown)
    await db.raw(
      `update access_requests as former set status = :status, version = version + 1, changed_at = now()
       where id = :id and status = 'withdrawn' and version = :version
         and (user_id is not null or :status = 'granted') and not exists (
         select from access_requests as other
         where other.user_id = former.user_id and other.item_id = former.item_id and other.status in (${open}))`,
      { id, status, version },
    );
}
