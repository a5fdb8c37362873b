// Webhooks: event kinds, endpoints, deliveries and their payload.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { storableText } from '../../../shared/validation.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import type { EventKind } from '../../outbox/outbox.module.ts';

/**
 * Event kinds that endpoints can choose. Excludes those for one person (`wish_told`, `review_due`, `use_case_asked`) or
 * for admins (`webhook_gone`), and `item_hidden`: nothing is sent about hidden items.
 */
export const webhookKinds = [
  'item_added',
  'item_changed',
  'item_shown',
  'item_removed',
  'item_back',
  'link_lost',
  'link_back',
  'use_case_published',
  'use_case_liked',
  'access_request_moved',
  'report_moved',
  'proposal_moved',
  'data_rules_changed',
] as const satisfies readonly EventKind[];

export type WebhookKind = (typeof webhookKinds)[number];

export interface Webhook {
  id: number;
  url: string;
  kinds: WebhookKind[];
  isOn: boolean;
  createdAt: Date;
  /** End of the time in which the former secret also signs. */
  formerSecretUntil: Date | null;
  /** Time at which a 410 of the receiver disabled it; null when an admin did. */
  goneAt: Date | null;
  /** End of the pause that the receiver requested. */
  pausedUntil: Date | null;
  waiting: number;
  dead: number;
}

export type DeliveryState = 'waiting' | 'delivered' | 'dead' | 'withheld';

export type DeliveryFailure = 'status' | 'timeout' | 'unreachable' | 'notPublic';

export interface Delivery {
  id: number;
  webhookId: string;
  kind: WebhookKind;
  subject: string;
  itemId: number | null;
  at: Date;
  state: DeliveryState;
  tries: number;
  triedAt: Date | null;
  /** Null while the endpoint is off. */
  nextTryAt: Date | null;
  status: number | null;
  failure: DeliveryFailure | null;
}

/** A claimed delivery with all data for sending it. */
export interface DueDelivery {
  id: number;
  endpointId: number;
  webhookId: string;
  url: string;
  /** The current secret, and the former one while it signs; encrypted. */
  secrets: string[];
  tries: number;
  kind: WebhookKind;
  subjectKind: string;
  subjectId: string;
  at: Date;
  itemId: number | null;
  /** Null for a hidden or deleted item. */
  isInCatalogue: boolean | null;
  /** True when the event is about the item itself at a time when it was hidden. */
  wasHidden: boolean;
  /** The visible item into which it was merged. */
  mergedInto: number | null;
  before: JsonValue;
  after: JsonValue;
}

export interface DeliveryOutcome {
  status: number | null;
  failure: DeliveryFailure | null;
  /** The receiver's Retry-After, without an upper limit. */
  retryAt?: Date;
}

/** Standard Webhooks: 410 asks to send nothing more. */
export const isEndpointGone = ({ status }: DeliveryOutcome): boolean => status === 410;

/** RFC 9110 and RFC 6585 allow Retry-After with these. */
const busyStatuses = new Set([429, 503]);

/** End of the pause that a receiver has requested, within the limit; null for none. */
export function pauseUntil({ status, retryAt }: DeliveryOutcome, now: Date): Date | null {
  if (!retryAt || status === null || !busyStatuses.has(status) || retryAt <= now) return null;
  return new Date(Math.min(retryAt.getTime(), now.getTime() + limits.webhook.pauseMs));
}

/** Port that signs and sends, without following redirects. */
export interface WebhookSender {
  /** True for an allowed address: https and public, or a host that the settings allow. */
  isAllowed(url: string): boolean;
  /** Rejects only when the signal aborts it. */
  send(
    message: { url: string; id: string; at: Date; body: string; secrets: readonly string[] },
    signal: AbortSignal,
  ): Promise<DeliveryOutcome>;
}

/** True when a delivery would reveal an item that is hidden, or was at the time of the event. */
export const isWithheld = ({ itemId, kind, isInCatalogue, wasHidden }: DueDelivery): boolean =>
  wasHidden ||
  (itemId !== null && (kind === 'item_removed' ? isInCatalogue === null : isInCatalogue !== true));

/**
 * The payload by Standard Webhooks: type, timestamp and data. It names no person; over the limit `before` and `after`
 * are dropped and `isCut` is true.
 */
export function payload(delivery: DueDelivery, publicUrl: string): string {
  const { kind, at, subjectKind, subjectId, itemId, before, mergedInto } = delivery;
  const after = kind === 'item_removed' ? { mergedInto } : delivery.after;
  const written = (said: { before: JsonValue; after: JsonValue; isCut: boolean }) =>
    JSON.stringify({
      type: kind,
      timestamp: at.toISOString(),
      data: {
        subject: { kind: subjectKind, id: subjectId },
        service: itemId === null ? null : { id: itemId, url: `${publicUrl}/services/${itemId}` },
        ...said,
      },
    });
  const whole = written({ before, after, isCut: false });
  return Buffer.byteLength(whole) <= limits.webhook.payloadBytes
    ? whole
    : written({ before: null, after: null, isCut: true });
}

const kinds = z
  .array(z.enum(webhookKinds))
  .min(1)
  .transform((given) => webhookKinds.filter((kind) => given.includes(kind)));

export const webhookInput = z.object({
  url: storableText(limits.webhook.url),
  kinds,
});
export type WebhookInput = z.input<typeof webhookInput>;

/** Missing fields stay unchanged. */
export const webhookChange = z.object({
  url: storableText(limits.webhook.url).nullish(),
  kinds: kinds.nullish(),
  isOn: z.boolean().nullish(),
});
export type WebhookChange = z.input<typeof webhookChange>;
