// Notification stream of one person as server-sent events.
import { once } from 'node:events';
import type { Response } from 'express';
import type { Member, Viewer } from '../../modules/people/accounts/accounts.ts';
import type { Notification } from '../../modules/messaging/notifications/notifications.ts';
import type { Notifications } from '../../modules/messaging/notifications/notifications.service.ts';
import type { Log } from '../../shared/log.ts';

export interface StreamLimits {
  /** Interval of heartbeats and of polling. */
  beatMs: number;
  /** Lifetime of a stream, after which the page opens another. */
  lifeMs: number;
  /** Batch size of notifications. */
  portion: number;
}

interface Options {
  response: Response;
  member: Member;
  /** The current owner of the session. */
  viewerNow(): Promise<Viewer>;
  notifications: Pick<Notifications, 'after' | 'countUnread'>;
  /** Sends notifications after this position. */
  from: number;
  limits: StreamLimits;
  log: Log;
  onEnd(): void;
}

/** Reason of a final end; without a reason the page opens another stream. */
type StreamEnd = 'replaced' | 'sessionEnded';

export interface Stream {
  /** Checks for new notifications. */
  look(): void;
  end(reason?: StreamEnd): void;
}

/** Random delay before the page opens the next stream, so that pages do not reconnect at once. */
const againMs = () => Math.round(1_000 + Math.random() * 2_000);

const event = (name: string, data: object, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const dataOf = ({ itemId, ...told }: Notification) => ({
  ...told,
  id: String(told.id),
  knowledgeId: itemId === null ? null : String(itemId),
});

/** Starts the stream; the headers must have been sent. */
export function openStream(options: Options): Stream {
  const { response, member, viewerNow, notifications, limits, log, onEnd } = options;
  const userId = member.user.id;
  const closed = new AbortController();
  const isOver = () => closed.signal.aborted;
  let { from: seq } = options;
  let unread: number | null = null;
  let isLooking = false;
  let again = false;
  let isStuck = false;

  const end = (reason?: StreamEnd): void => {
    if (isOver()) return;
    closed.abort();
    clearInterval(beat);
    clearTimeout(life);
    response.end(reason ? event('end', { reason }) : undefined);
    onEnd();
  };
  const say = async (text: string): Promise<void> => {
    if (!isOver() && !response.write(text))
      await once(response, 'drain', { signal: closed.signal });
  };

  const tell = async (): Promise<void> => {
    const viewer = await viewerNow();
    if (viewer.kind !== 'member' || viewer.sessionId !== member.sessionId) {
      end('sessionEnded');
      return;
    }
    let isLast = false;
    while (!isLast && !isOver()) {
      const told = await notifications.after(viewer, userId, { seq, first: limits.portion });
      for (const one of told) {
        await say(event('notification', dataOf(one), one.seq));
        seq = one.seq;
      }
      isLast = told.length < limits.portion;
    }
    const count = await notifications.countUnread(viewer);
    if (count !== unread) await say(event('unread', { unread: count }, seq));
    unread = count;
  };

  /** Sequential: two concurrent checks from one position would send notifications twice. */
  const look = async (): Promise<void> => {
    if (isLooking) {
      again = true;
      return;
    }
    isLooking = true;
    do {
      again = false;
      try {
        await tell();
      } catch (err) {
        // While the database is down the stream stays open, and the next heartbeat tries again.
        if (!isOver()) log.debug({ err }, 'A stream of notifications could not be followed');
      }
    } while (again && !isOver());
    isLooking = false;
  };

  const beat = setInterval(() => {
    // The client does not read: the data of the last heartbeat are still buffered.
    const isHeld = response.writableLength > 0;
    if (isHeld && isStuck) response.destroy();
    isStuck = isHeld;
    say(': here\n\n').catch(() => undefined);
    void look();
  }, limits.beatMs);
  // Streams that were opened together do not end together.
  const life = setTimeout(() => end(), limits.lifeMs * (0.8 + Math.random() * 0.2));
  response.once('close', () => end());
  response.write(`retry: ${againMs()}\n\n`);
  void look();
  return { look: () => void look(), end };
}
