// Delivery settings of a person, and which channels can reach them.
import type { Clock } from '../../../shared/clock.ts';
import { parseInput } from '../../../shared/validation.ts';
import { personInBrowser, type User, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  type Channel,
  channels,
  type DeliveryChoice,
  deliveryInput,
  type DeliveryInput,
  deliveryTime,
  kindsByMode,
  personalClock,
  withDefaults,
} from './delivery.ts';
import type { NotificationDeliveriesStore } from './notificationDeliveries.store.ts';

export interface OwnDeliverySettings extends DeliveryChoice {
  canTelegram: boolean;
  canMail: boolean;
}

interface Options {
  store: NotificationDeliveriesStore;
  inTransaction<Result>(
    work: (store: NotificationDeliveriesStore) => Promise<Result>,
  ): Promise<Result>;
  openChannels: readonly Channel[];
  clock: Clock;
}

export class DeliverySettings {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  async own(viewer: Viewer): Promise<OwnDeliverySettings> {
    const { user } = personInBrowser(viewer);
    return this.withChannels(
      user,
      withDefaults((await this.deps.store.choices([user.id])).get(user.id) ?? null),
    );
  }

  /** The chosen language of messages; null when none is chosen. */
  async language(viewer: Viewer): Promise<DeliveryChoice['language']> {
    if (viewer.kind === 'visitor') return null;
    return (await this.deps.store.choices([viewer.user.id])).get(viewer.user.id)?.language ?? null;
  }

  /** Saves the choice and reschedules waiting deliveries. @throws DomainError INVALID */
  async save(viewer: Viewer, given: DeliveryInput): Promise<OwnDeliverySettings> {
    const { user } = personInBrowser(viewer);
    const delivery = parseInput(deliveryInput, given);
    const now = this.deps.clock();
    await this.deps.inTransaction(async (on) => {
      await on.saveChoice(user.id, delivery);
      for (const channel of channels) {
        for (const [mode, kinds] of kindsByMode(delivery, channel)) {
          const due = mode === null ? null : deliveryTime(now, mode, personalClock(delivery));
          await on.reschedule(user.id, channel, { kinds, dueAt: due });
        }
      }
    });
    return this.withChannels(user, delivery);
  }

  private withChannels(user: User, delivery: DeliveryChoice): OwnDeliverySettings {
    return {
      ...delivery,
      canTelegram: this.deps.openChannels.includes('telegram') && user.telegramId !== null,
      canMail: this.deps.openChannels.includes('mail') && user.email !== null,
    };
  }
}
