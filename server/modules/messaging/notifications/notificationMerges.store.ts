// SQL that takes what people are told along, from a service that goes to the one in its place.
import type { Knex } from 'knex';
import { serviceKinds } from './notifications.ts';

/** Moves what real people are told of these services, read or not; what is told of the day keeps its fold, and its place. */
export const moveNotifications = async (
  db: Knex,
  pairs: readonly { from: number; to: number }[],
): Promise<void> => {
  await db.raw(
    `update notifications set item_id = pair.to_id,
       subject_id = case when kind = any(:serviceKinds::text[]) then pair.to_id::text else subject_id end
     from unnest(:from::integer[], :to::integer[]) as pair (from_id, to_id), users
     where notifications.item_id = pair.from_id and users.id = notifications.user_id and not users.is_demo`,
    {
      from: pairs.map(({ from }) => from),
      to: pairs.map(({ to }) => to),
      serviceKinds: [...serviceKinds],
    },
  );
};
