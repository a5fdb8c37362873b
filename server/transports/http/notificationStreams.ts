// GET /api/v1/notifications/stream: server-sent events of notifications.
import { Router, type Request } from 'express';
import { personInBrowser, type Viewer } from '../../modules/people/accounts/accounts.ts';
import type { Notifications } from '../../modules/messaging/notifications/notifications.service.ts';
import { notificationStreamPath } from '../rest/notificationStream.ts';
import { refuseMethod } from '../rest/sendProblem.ts';
import { DomainError, shuttingDownError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { openStream, type Stream, type StreamLimits } from './notificationStream.ts';
import { isForeignRead } from './sameOrigin.ts';
import { getViewer } from './session.ts';

interface Options {
  notifications: Pick<Notifications, 'after' | 'countUnread' | 'lastSeq'>;
  /** The current owner of a request's session. */
  viewerOf(request: Request): Promise<Viewer>;
  publicOrigin: string;
  limits: StreamLimits & { perPerson: number; perProcess: number };
  log: Log;
  /** True when the process is about to end; pages then connect to other processes. */
  isClosing(): boolean;
}

interface NotificationStreams {
  router: Router;
  /** Checks the streams of these people: ids separated by commas; empty for everybody. */
  tell(ids: string): void;
  /** Ends all streams; pages open others at another process. */
  end(): void;
}

/** Seconds before a page may try again. */
const retryAfter = 60;

/** The last position that a page has seen; null for none. */
const placeOf = (header: string | undefined): number | null =>
  /^\d{1,15}$/.test(header ?? '') ? Number(header) : null;

export function createNotificationStreams(options: Options): NotificationStreams {
  const { notifications, viewerOf, publicOrigin, limits, log, isClosing } = options;
  const streams = new Map<number, Stream[]>();
  let count = 0;

  const forget = (userId: number, stream: Stream): void => {
    const left = (streams.get(userId) ?? []).filter((one) => one !== stream);
    if (left.length > 0) streams.set(userId, left);
    else streams.delete(userId);
    count -= 1;
  };

  const router = Router({ caseSensitive: true, strict: true });
  router.get(notificationStreamPath, async (request, response) => {
    const member = personInBrowser(getViewer(response));
    const userId = member.user.id;
    if (isForeignRead(request, publicOrigin))
      throw new DomainError('FORBIDDEN', 'Only the page itself follows what a person is told', {
        reason: 'foreignOrigin',
      });
    if (isClosing()) throw shuttingDownError();
    const last = await notifications.lastSeq(userId);
    // A position beyond the last one comes from another database and would never be reached.
    const from = Math.min(placeOf(request.get('last-event-id')) ?? last, last);
    if (response.destroyed) return;
    const own = streams.get(userId) ?? [];
    const replaced = own.slice(0, Math.max(own.length - limits.perPerson + 1, 0));
    if (count - replaced.length >= limits.perProcess)
      throw new DomainError('UNAVAILABLE', 'Too many pages follow what people are told', {
        retryAfter,
      });
    response.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Prevents buffering by our own compression and by proxies.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      // Closes the connection with the stream, so that it does not delay the end of a server.
      Connection: 'close',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    // Only an opened stream replaces others: refused and HEAD requests take no slot.
    for (const former of replaced) former.end('replaced');
    response.flushHeaders();
    const stream = openStream({
      response,
      member,
      viewerNow: () => viewerOf(request),
      notifications,
      from,
      limits,
      log,
      onEnd: () => forget(userId, stream),
    });
    streams.set(userId, [...(streams.get(userId) ?? []), stream]);
    count += 1;
  });
  router.all(notificationStreamPath, (_request, response) => refuseMethod(response, ['GET']));

  return {
    router,
    tell(ids) {
      const told = ids === '' ? streams.keys() : ids.split(',').map(Number);
      for (const userId of told) for (const stream of streams.get(userId) ?? []) stream.look();
    },
    end() {
      for (const stream of [...streams.values()].flat()) stream.end();
    },
  };
}
