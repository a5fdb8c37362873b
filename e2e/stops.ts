// Stops the requests that a journey answers itself, and no others. Playwright's `page.route` stops every request of the page
// and switches the browser's cache off, so that each page would be fetched and compiled anew.
import type { CDPSession, Page } from '@playwright/test';

/** What is told of a stopped request, or of its answer when that has come. */
export interface Stopped {
  requestId: string;
  request: { url: string; method: string; postData?: string };
  resourceType: string;
  /** Only with an answer. */
  responseStatusCode?: number;
  responseHeaders?: { name: string; value: string }[];
}

/** What to do with it. Each ends quietly when the page has left meanwhile. */
export interface Hand {
  /** Lets it go on; with `andAnswer` its answer is stopped too. */
  pass(andAnswer?: boolean): Promise<void>;
  breakOff(): Promise<void>;
  reply(text: string, headers: { name: string; value: string }[], status?: number): Promise<void>;
  /** The text of the answer that has come. */
  answerText(): Promise<string>;
}

interface Rule {
  pattern: { urlPattern: string; resourceType?: 'Document'; requestStage?: 'Response' };
  /** Whether the request is its own: then it has done with it what it wanted. */
  take(stopped: Stopped, hand: Hand): Promise<boolean>;
}

interface Door {
  session: CDPSession;
  rules: Rule[];
}

const isLike = (pattern: string, url: string): boolean => {
  const escaped = pattern.replaceAll(/[^*\w]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*')}$`).test(url);
};

const doors = new WeakMap<Page, Door>();

const handFor = (session: CDPSession, { requestId }: Stopped): Hand => {
  const gone = () => undefined;
  return {
    pass: async (andAnswer = false) => {
      await session
        .send('Fetch.continueRequest', { requestId, ...(andAnswer && { interceptResponse: true }) })
        .catch(gone);
    },
    breakOff: async () => {
      await session
        .send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })
        .catch(gone);
    },
    reply: async (text, responseHeaders, responseCode = 200) => {
      const body = Buffer.from(text).toString('base64');
      await session
        .send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body })
        .catch(gone);
    },
    answerText: async () => {
      const answer = await session.send('Fetch.getResponseBody', { requestId });
      return Buffer.from(answer.body, answer.base64Encoded ? 'base64' : 'utf8').toString();
    },
  };
};

async function openDoor(page: Page): Promise<Door> {
  const session = await page.context().newCDPSession(page);
  const door: Door = { session, rules: [] };
  session.on('Fetch.requestPaused', async (stopped: Stopped) => {
    const hand = handFor(session, stopped);
    for (const rule of door.rules) if (await rule.take(stopped, hand)) return;
    await hand.pass();
  });
  doors.set(page, door);
  return door;
}

/** The connection breaks for what is asked at such an address (`*` stands for anything). */
export const breakOff = (urlPattern: string): Rule => ({
  pattern: { urlPattern },
  take: async ({ request }, hand) => {
    if (!isLike(urlPattern, request.url)) return false;
    await hand.breakOff();
    return true;
  },
});

/** Adds a rule; it comes before those that were added earlier. */
export async function stopRequests(page: Page, rule: Rule): Promise<void> {
  const door = doors.get(page) ?? (await openDoor(page));
  door.rules.unshift(rule);
  await door.session.send('Fetch.enable', { patterns: door.rules.map(({ pattern }) => pattern) });
}

/**
 * Nothing is stopped any more. What stopped stays in its place and lets everything pass: while Chromium takes it away, it breaks
 * off what is asked at that moment.
 */
export function stopNothing(page: Page): void {
  doors.get(page)?.rules.splice(0);
}
