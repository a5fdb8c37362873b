// REST and GraphQL calls with the session of a page.
import { expect, type APIResponse, type Page } from '@playwright/test';

/** Retries: the server may close an idle connection at the moment of the next call. */
const again = { maxRetries: 2 };

export const askRest = (page: Page, url: string): Promise<APIResponse> =>
  page.request.get(url, again);

export async function askGraphql<Data>(
  page: Page,
  url: string,
  query: string,
  variables: object = {},
): Promise<Data> {
  const answer = await page.request.post(`${url}/graphql`, {
    data: { query, variables },
    headers: { origin: url },
    ...again,
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}
