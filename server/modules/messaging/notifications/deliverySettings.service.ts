// What a person chooses of being told outside the page, and what of it can reach them.
import type { Clock } from '../../../shared/clock.ts';
import { parseInput } from '../../../shared/validation.ts';
import { personInBrowser, type User, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  channels,
  clockOf,
  deliveryInput,
  deliveryOf,
  waysOf,
  type Channel,
  type Delivery,
  type DeliveryInput,
} from './delivery.ts';
import { dueAt } from './deliveryTimes.ts';
import type { DeliveriesStore } from './notificationDeliveries.store.ts';

/** A person's choice, and whether each channel leads to them. */
export interface OwnDelivery extends Delivery {
  canTelegram: boolean;
  canMail: boolean;
}

interface Options {
  store: DeliveriesStore;
  inTransaction<Result>(work: (store: DeliveriesStore) => Promise<Result>): Promise<Result>;
  /** The channels that are set up. */
  open: readonly Channel[];
  clock: Clock;
}

export function createDeliverySettings({ store, inTransaction, open, clock }: Options) {
  const own = (user: User, delivery: Delivery): OwnDelivery => ({
    ...delivery,
    canTelegram: open.includes('telegram') && user.telegramId !== null,
    canMail: open.includes('mail') && user.email !== null,
  });

  return {
    async own(viewer: Viewer): Promise<OwnDelivery> {
      const { user } = personInBrowser(viewer);
      return own(user, deliveryOf((await store.chosen([user.id])).get(user.id) ?? null));
    },

    /** In which language somebody has chosen to be told, whoever asks for them; null where they have not. */
    async language(viewer: Viewer): Promise<Delivery['language']> {
      if (viewer.kind === 'visitor') return null;
      return (await store.chosen([viewer.user.id])).get(viewer.user.id)?.language ?? null;
    },

    /** From now on; what waits already is told when its kind would be by the new choice, or not at all. @throws DomainError INVALID */
    async choose(viewer: Viewer, given: DeliveryInput): Promise<OwnDelivery> {
      const { user } = personInBrowser(viewer);
      const delivery = parseInput(deliveryInput, given);
      const now = clock();
      await inTransaction(async (on) => {
        await on.choose(user.id, delivery);
        for (const channel of channels) {
          for (const [way, kinds] of waysOf(delivery, channel)) {
            const due = way === null ? null : dueAt(now, way, clockOf(delivery));
            await on.replan(user.id, channel, { kinds, dueAt: due });
          }
        }
      });
      return own(user, delivery);
    },
  };
}
