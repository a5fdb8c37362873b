// Signs what is sent to other tools by the Standard Webhooks specification, and sends it to public addresses only.
import { request as httpRequest, type ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Webhook } from 'standardwebhooks';
import type { DeliveryFailure, WebhookSender } from '../../domain/webhooks/webhooks.ts';
import { limits } from '../../limits.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { limitConnecting } from '../connectLimit.ts';
import {
  agentFor,
  effectivePort,
  isAllowedHost,
  type AllowedHost,
} from '../imageFetcher/publicAgent.ts';

interface Options {
  /** Hosts that may be sent to although they are not public, also without TLS. */
  allow: readonly AllowedHost[];
  totalMs?: number;
}

/** What a refusal of the agent says; it gives its errors no code. */
const notPublic = /is not allowed/;

function failureOf(error: unknown, isLate: boolean): DeliveryFailure {
  if (isLate || errorCode(error) === 'ETIMEDOUT') return 'timeout';
  return error instanceof Error && notPublic.test(error.message) ? 'notPublic' : 'unreachable';
}

/** Nothing of the answer but its status is read: what a receiver says is shown to nobody. */
const statusOf = (request: ClientRequest, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    // Some answers end the connection without a word, such as one that would change the protocol (101).
    request.once('close', () => reject(new Error('The connection was closed without an answer')));
    request.end(body);
  });

export function createWebhookSender({
  allow,
  totalMs = limits.webhook.totalMs,
}: Options): WebhookSender {
  const mayGoTo = (address: string): boolean => {
    const url = URL.parse(address);
    if (!url || url.username || url.password || url.hash) return false;
    if (isAllowedHost(url, allow)) return ['http:', 'https:'].includes(url.protocol);
    return url.protocol === 'https:' && effectivePort(url) === limits.webhook.port;
  };

  return {
    mayGoTo,
    async send({ url: address, id, at, body, secrets }, signal) {
      // The settings may have changed since it was written down.
      if (!mayGoTo(address)) return { status: null, failure: 'notPublic' };
      const url = new URL(address);
      const inTime = AbortSignal.timeout(totalMs);
      try {
        const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
        const request = open(url, {
          method: 'POST',
          agent: agentFor(url, allow),
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
        limitConnecting(request, limits.upstream.connectMs);
        const status = await statusOf(request, body);
        return { status, failure: status >= 200 && status <= 299 ? null : 'status' };
      } catch (error) {
        signal.throwIfAborted();
        return { status: null, failure: failureOf(error, inTime.aborted) };
      }
    },
  };
}
