// Intercepts single requests through CDP. Playwright's `page.route` would stop every request and disable the cache.
import type { CDPSession, Page } from '@playwright/test';

/** Paused request, or its answer. */
export interface Stopped {
  requestId: string;
  request: { url: string; method: string; postData?: string };
  resourceType: string;
  /** Only with an answer. */
  responseStatusCode?: number;
  responseHeaders?: { name: string; value: string }[];
}

/** Actions on a paused request. Each resolves even when the page has navigated away. */
export interface Hand {
  /** Continues the request; with `andAnswer` its answer is paused too. */
  pass(andAnswer?: boolean): Promise<void>;
  breakOff(): Promise<void>;
  reply(text: string, headers: { name: string; value: string }[], status?: number): Promise<void>;
  /** Body of the answer as text. */
  answerText(): Promise<string>;
}

interface Rule {
  pattern: { urlPattern: string; resourceType?: 'Document'; requestStage?: 'Response' };
  /** Handles the request; resolves to false when the rule does not apply. */
  take(stopped: Stopped, hand: Hand): Promise<boolean>;
}

interface Interception {
  session: CDPSession;
  rules: Rule[];
}

const isLike = (pattern: string, url: string): boolean => {
  const escaped = pattern.replaceAll(/[^*\w]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*')}$`).test(url);
};

const interceptions = new WeakMap<Page, Interception>();

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

async function startInterception(page: Page): Promise<Interception> {
  const session = await page.context().newCDPSession(page);
  const interception: Interception = { session, rules: [] };
  session.on('Fetch.requestPaused', async (stopped: Stopped) => {
    const hand = handFor(session, stopped);
    for (const rule of interception.rules) if (await rule.take(stopped, hand)) return;
    await hand.pass();
  });
  interceptions.set(page, interception);
  return interception;
}

/** Breaks the connection of matching requests (`*` matches anything). */
export const breakOff = (urlPattern: string): Rule => ({
  pattern: { urlPattern },
  take: async ({ request }, hand) => {
    if (!isLike(urlPattern, request.url)) return false;
    await hand.breakOff();
    return true;
  },
});

/** Adds a rule before the earlier ones. */
export async function stopRequests(page: Page, rule: Rule): Promise<void> {
  const interception = interceptions.get(page) ?? (await startInterception(page));
  interception.rules.unshift(rule);
  await interception.session.send('Fetch.enable', {
    patterns: interception.rules.map(({ pattern }) => pattern),
  });
}

/** Removes all rules. The interception stays on, because Chromium breaks running requests when it is disabled. */
export function stopNothing(page: Page): void {
  interceptions.get(page)?.rules.splice(0);
}
