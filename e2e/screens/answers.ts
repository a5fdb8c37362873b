// Answers put in the server's place, by the name of the GraphQL operation; everything else reaches the real server.
import type { Page } from '@playwright/test';
import { address } from '../journey.ts';
import { stopRequests, type Hand, type Stopped } from '../stops.ts';

interface GraphqlAnswer {
  data?: Record<string, unknown> | null;
  errors?: Array<{ message: string; path?: Array<string | number> }>;
}

/**
 * `never`: no answer comes. `refused`: the server answers that it cannot. `unreachable`: the connection breaks.
 * A function changes the real answer; an object is the answer's data.
 */
export type Answer =
  | 'never'
  | 'refused'
  | 'unreachable'
  | ((real: GraphqlAnswer) => GraphqlAnswer)
  | { readonly [field: string]: unknown };

const asJson = [{ name: 'Content-Type', value: 'application/json' }];

const refusal = {
  data: null,
  errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL' } }],
};

export async function answer(page: Page, answers: Record<string, Answer>): Promise<void> {
  const take = async ({ request, responseStatusCode }: Stopped, hand: Hand): Promise<boolean> => {
    if (!request.url.endsWith('/graphql')) return false;
    const body = JSON.parse(request.postData ?? 'null') as {
      operationName?: string;
      query?: string;
    } | null;
    const name = body?.operationName ?? /\b(?:query|mutation) (\w+)/.exec(body?.query ?? '')?.[1];
    const given = answers[name ?? ''];
    if (given === undefined) return false;
    if (given === 'never') return true;
    if (given === 'unreachable') await hand.breakOff();
    else if (given === 'refused') await hand.reply(JSON.stringify(refusal), asJson);
    else if (typeof given !== 'function') await hand.reply(JSON.stringify({ data: given }), asJson);
    else if (responseStatusCode === undefined) await hand.pass(true);
    else {
      const real = JSON.parse(await hand.answerText()) as GraphqlAnswer;
      await hand.reply(JSON.stringify(given(real)), asJson);
    }
    return true;
  };
  await stopRequests(page, { pattern: { urlPattern: '*/graphql' }, take });
}

interface Boot {
  user: { progress: Record<string, unknown>; [field: string]: unknown } | null;
  settings: Record<string, unknown>;
}

const isPage = (url: URL): boolean =>
  url.origin === new URL(address()).origin &&
  !/^\/(graphql|api|assets|locales)|\.\w+$/.test(url.pathname);

const ofBody = /^content-(encoding|length)$/i;

/** Changes what the server writes into the page: who is signed in, what is configured. */
export async function changeBoot(page: Page, change: (boot: Boot) => void): Promise<void> {
  const take = async (stopped: Stopped, hand: Hand): Promise<boolean> => {
    const { request, responseStatusCode, responseHeaders = [] } = stopped;
    if (responseStatusCode === undefined || !isPage(new URL(request.url))) return false;
    // What leads elsewhere has no page.
    if (responseStatusCode >= 300 && responseStatusCode < 400) return false;
    const html = (await hand.answerText()).replace(
      /(<script type="application\/json" id="boot"[^>]*>)(.*?)(<\/script>)/s,
      (_, start: string, text: string, end: string) => {
        const boot = JSON.parse(text) as Boot;
        change(boot);
        return start + JSON.stringify(boot).replaceAll('<', '\\u003c') + end;
      },
    );
    const headers = responseHeaders.filter(({ name }) => !ofBody.test(name));
    await hand.reply(html, headers, responseStatusCode);
    return true;
  };
  const pattern = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' } as const;
  await stopRequests(page, { pattern, take });
}

/** A REST path that never answers. */
export async function silence(page: Page, path: string): Promise<void> {
  const take = ({ request }: Stopped) => Promise.resolve(request.url.endsWith(path));
  await stopRequests(page, { pattern: { urlPattern: `*${path}` }, take });
}
