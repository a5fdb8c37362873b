// Webhook sender: signs requests by Standard Webhooks and sends them to public addresses only.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { DeliveryFailure, WebhookSender } from '../../modules/messaging/webhooks/webhooks.ts';
import { limits } from '../../config/limits.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { limitConnectTime, responseTo } from '../connectTimeLimit.ts';
import {
  agentFor,
  effectivePort,
  isAllowedHost,
  isInternal,
  NotPublicError,
  type AllowedHost,
} from '../imageFetcher/ssrfProtection.ts';

interface Options {
  /** Non-public hosts that are allowed, also without TLS. */
  allow: readonly AllowedHost[];
  totalMs?: number;
  /** DNS lookup at the moment of connecting; the system's by default. */
  lookup?: LookupFunction;
}

function failureOf(error: unknown, isLate: boolean): DeliveryFailure {
  if (isLate || errorCode(error) === 'ETIMEDOUT') return 'timeout';
  return error instanceof NotPublicError ? 'notPublic' : 'unreachable';
}

/** The latest date of JavaScript. */
const lastMs = 8_640_000_000_000_000;
/** A date in the format of RFC 9110. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Time of the next attempt that a receiver asks for, in seconds or as a date; null for neither. */
function retryAtOf(said: string | undefined, now: Date): Date | null {
  const value = said?.trim() ?? '';
  if (/^\d+$/.test(value)) return new Date(Math.min(now.getTime() + Number(value) * 1_000, lastMs));
  const at = httpDate.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at);
}

export function createWebhookSender({
  allow,
  totalMs = limits.webhook.totalMs,
  lookup,
}: Options): WebhookSender {
  const isAllowed = (url: URL): boolean => isAllowedHost(url, allow);
  /** The parsed address; null when its form cannot be sent to. */
  const sendable = (address: string): URL | null => {
    const url = URL.parse(address);
    if (!url || url.username || url.password || url.hash) return null;
    const may = isAllowed(url)
      ? ['http:', 'https:'].includes(url.protocol)
      : url.protocol === 'https:' && effectivePort(url) === limits.webhook.port;
    return may ? url : null;
  };

  return {
    isAllowed(address) {
      const url = sendable(address);
      return url !== null && (isAllowed(url) || !isInternal(url));
    },
    async send({ url: address, id, at, body, secrets }, signal) {
      // The settings may have changed since the address was stored.
      const url = sendable(address);
      if (!url) return { status: null, failure: 'notPublic' };
      const inTime = AbortSignal.timeout(totalMs);
      try {
        const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
        const request = open(url, {
          method: 'POST',
          agent: agentFor(url, allow),
          ...(lookup ? { lookup } : {}),
          signal: AbortSignal.any([signal, inTime]),
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'User-Agent': 'Loadout webhooks',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
            'webhook-signature': secrets
              .map((secret) => new Webhook(secret).sign(id, at, body))
              .join(' '),
          },
        });
        limitConnectTime(request, limits.upstream.connectMs);
        const response = await responseTo(request, body);
        // The receiver's body is never shown.
        response.destroy();
        const { statusCode: status = 0, headers } = response;
        if (status >= 200 && status <= 299) return { status, failure: null };
        const retryAt = retryAtOf(headers['retry-after'], at);
        return { status, failure: 'status', ...(retryAt ? { retryAt } : {}) };
      } catch (error) {
        signal.throwIfAborted();
        return { status: null, failure: failureOf(error, inTime.aborted) };
      }
    },
  };
}
