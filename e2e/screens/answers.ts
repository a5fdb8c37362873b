// Answers put in the server's place, by the name of the GraphQL operation; everything else reaches the real server.
import type { Page, Route } from '@playwright/test';
import { address } from '../journey.ts';

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

const json = (route: Route, answer: unknown) =>
  route.fulfill({ contentType: 'application/json', body: JSON.stringify(answer) });

const refusal = {
  data: null,
  errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL' } }],
};

export async function answer(page: Page, answers: Record<string, Answer>): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    const given = answers[body?.operationName ?? ''];
    if (given === undefined) return route.fallback();
    if (given === 'never') return undefined;
    if (given === 'unreachable') return route.abort('connectionfailed');
    if (given === 'refused') return json(route, refusal);
    if (typeof given !== 'function') return json(route, { data: given });
    const response = await route.fetch();
    return json(route, given((await response.json()) as GraphqlAnswer));
  });
}

interface Boot {
  user: { progress: Record<string, unknown>; [field: string]: unknown } | null;
  settings: Record<string, unknown>;
}

const isPage = (url: URL): boolean =>
  url.origin === new URL(address()).origin &&
  !/^\/(graphql|api|assets|locales)|\.\w+$/.test(url.pathname);

/** Changes what the server writes into the page: who is signed in, what is configured. */
export async function changeBoot(page: Page, change: (boot: Boot) => void): Promise<void> {
  await page.route(isPage, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = (await response.text()).replace(
      /(<script type="application\/json" id="boot"[^>]*>)(.*?)(<\/script>)/s,
      (_, start: string, text: string, end: string) => {
        const boot = JSON.parse(text) as Boot;
        change(boot);
        return start + JSON.stringify(boot).replaceAll('<', '\\u003c') + end;
      },
    );
    return route.fulfill({ response, body: html });
  });
}

/** A REST path that never answers. */
export async function silence(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, () => undefined);
}
