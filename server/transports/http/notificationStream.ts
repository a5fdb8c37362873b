// Notification stream of one person as server-sent events.
import { once } from 'node:events';
import type { Response } from 'express';
import type { Member, Viewer } from '../../modules/people/accounts/accounts.ts';
import type { Notification } from '../../modules/messaging/notifications/notifications.ts';
import type { Notifications } from '../../modules/messaging/notifications/notifications.service.ts';
import type { Log } from '../../shared/log.ts';

export interface StreamLimits {
  /** Interval of heartbeats and of own checks of a stream. */
  beatMs: number;
  /** After it a stream ends, and the page opens another. */
  lifeMs: number;
  /** Notifications that are read at once. */
  portion: number;
}

interface Options {
  response: Response;
  member: Member;
  /** Current owner of the session. */
  viewerNow(): Promise<Viewer>;
  notifications: Pick<Notifications, 'after' | 'countUnread'>;
  /** What came after this place is told. */
  from: number;
  limits: StreamLimits;
  log: Log;
  onEnd(): void;
}

/** Why a stream ends for good; without a reason the page opens another. */
type StreamEnd = 'replaced' | 'sessionEnded';

export interface Stream {
  /** Something may have come. */
  look(): void;
  end(reason?: StreamEnd): void;
}

/** The page waits so long before it opens the next one, each a little longer or shorter than the others. */
const againMs = () => Math.round(1_000 + Math.random() * 2_000);

const event = (name: string, data: object, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const dataOf = ({ itemId, ...told }: Notification) => ({
  ...told,
  id: String(told.id),
  knowledgeId: itemId === null ? null : String(itemId),
});

/** Begins to tell; the headers are sent by then. */
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

  /** One after another: two that read the same place would tell it twice. */
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
        // While the database is away nothing is told, and nothing ends: the next beat looks again.
        if (!isOver()) log.debug({ err }, 'A stream of notifications could not be followed');
      }
    } while (again && !isOver());
    isLooking = false;
  };

  const beat = setInterval(() => {
    // Nobody reads on the other side: what was written at the last beat is still here.
    const isHeld = response.writableLength > 0;
    if (isHeld && isStuck) response.destroy();
    isStuck = isHeld;
    say(': here\n\n').catch(() => undefined);
    void look();
  }, limits.beatMs);
  // Not all of those that were opened together end together.
  const life = setTimeout(() => end(), limits.lifeMs * (0.8 + Math.random() * 0.2));
  response.once('close', () => end());
  response.write(`retry: ${againMs()}\n\n`);
  void look();
  return { look: () => void look(), end };
}
