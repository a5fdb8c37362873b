// Webhooks: where other tools are told of what happens, of which kinds, and what each of them gets.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { storableText } from '../../../shared/validation.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import type { EventKind } from '../../outbox/outbox.module.ts';

/**
 * THE LIST of kinds that are sent. Not among them: what is for one person alone (`wish_told`, `review_due`, `use_case_asked`), what is for
 * admins (`webhook_gone`), and that a service was hidden, as nothing is said of a hidden one.
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

/** Where something is sent. */
export interface Webhook {
  id: number;
  url: string;
  kinds: WebhookKind[];
  isOn: boolean;
  createdAt: Date;
  /** Until when the former secret signs too; null where there is none. */
  formerSecretUntil: Date | null;
  /** When the receiver said that nobody is there any more, which switched it off; null for one that was switched by an admin. */
  goneAt: Date | null;
  /** Until when the receiver has asked to be left alone; null where it has not. */
  pausedUntil: Date | null;
  /** Deliveries that wait, and those that were given up. */
  waiting: number;
  dead: number;
}

export type DeliveryState = 'waiting' | 'delivered' | 'dead' | 'withheld';

/** Why there was no answer that counts. */
export type DeliveryFailure = 'status' | 'timeout' | 'unreachable' | 'notPublic';

/** One event for one endpoint. */
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
  /** Null while its endpoint is off. */
  nextTryAt: Date | null;
  status: number | null;
  failure: DeliveryFailure | null;
}

/** A delivery whose turn it is, with all that sending it needs. */
export interface DueDelivery {
  id: number;
  endpointId: number;
  webhookId: string;
  url: string;
  /** One, or two while a former secret still signs; encrypted. */
  secrets: string[];
  tries: number;
  kind: WebhookKind;
  subjectKind: string;
  subjectId: string;
  at: Date;
  itemId: number | null;
  /** Whether the service stands in the catalogue; null for one that nobody may see, or that is gone from the database. */
  isStanding: boolean | null;
  /** Whether it is said of the service itself, and the service was hidden then: it was shown again only later. */
  wasHidden: boolean;
  /** The service into which it was merged, where everybody sees that. */
  mergedInto: number | null;
  before: JsonValue;
  after: JsonValue;
}

/** What came of one try. */
export interface Outcome {
  status: number | null;
  failure: DeliveryFailure | null;
  /** When the receiver wants to hear of us again, if it said so; however late. */
  retryAt?: Date;
}

/** By the Standard Webhooks specification: nothing more is to be sent there. */
export const isGone = ({ status }: Outcome): boolean => status === 410;

/** By RFC 9110 and RFC 6585 these may say when to come back. */
const busy = new Set([429, 503]);

/** Until when a receiver is left alone that has said when to come back, within the limit; null where it has said nothing. */
export function pauseOf({ status, retryAt }: Outcome, now: Date): Date | null {
  if (!retryAt || status === null || !busy.has(status) || retryAt <= now) return null;
  return new Date(Math.min(retryAt.getTime(), now.getTime() + limits.webhook.pauseMs));
}

/** The way out: it signs, sends, and never follows a redirect. */
export interface WebhookSender {
  /** Whether an address may be sent to at all: https and not inside by what it says, or a host that the settings allow. */
  mayGoTo(url: string): boolean;
  /** Throws when the signal ends it, never for what the receiver does. */
  send(
    message: { url: string; id: string; at: Date; body: string; secrets: readonly string[] },
    signal: AbortSignal,
  ): Promise<Outcome>;
}

/** Whether a delivery says something of a service that not everybody sees now, or of what it was while it was hidden. */
export const isWithheld = ({ itemId, kind, isStanding, wasHidden }: DueDelivery): boolean =>
  wasHidden ||
  (itemId !== null && (kind === 'item_removed' ? isStanding === null : isStanding !== true));

/**
 * What is sent, by the Standard Webhooks specification: type, timestamp and data. It names no person; past the limit the texts of
 * before and after are left out, and `isCut` says so.
 */
export function bodyOf(delivery: DueDelivery, publicUrl: string): string {
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

/** Where to, and of what. */
export const webhookInput = z.object({
  url: storableText(limits.webhook.url),
  kinds,
});
export type WebhookInput = z.input<typeof webhookInput>;

/** What of an endpoint is changed; what is left out stays. */
export const webhookChange = z.object({
  url: storableText(limits.webhook.url).nullish(),
  kinds: kinds.nullish(),
  isOn: z.boolean().nullish(),
});
export type WebhookChange = z.input<typeof webhookChange>;
