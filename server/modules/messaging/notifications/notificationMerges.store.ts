// SQL that moves notifications to the kept item of a merge.
import type { Knex } from 'knex';
import { itemKinds } from './notificationKinds.ts';

/** Moves notifications of real people, read or not; folded ones keep their fold key and place. */
export const moveNotifications = async (
  db: Knex,
  pairs: readonly { from: number; to: number }[],
): Promise<void> => {
  await db.raw(
    `update notifications set item_id = pair.to_id,
       subject_id = case when kind = any(:itemKinds::text[]) then pair.to_id::text else subject_id end
     from unnest(:from::integer[], :to::integer[]) as pair (from_id, to_id), users
     where notifications.item_id = pair.from_id and users.id = notifications.user_id and not users.is_demo`,
    {
      from: pairs.map(({ from }) => from),
      to: pairs.map(({ to }) => to),
      itemKinds,
    },
  );
};
