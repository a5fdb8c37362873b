// What a signed-in page's person is answered over GraphQL, past the page.
import { expect, type Page } from '@playwright/test';

export async function askGraphql<Data>(
  page: Page,
  url: string,
  query: string,
  variables: object = {},
): Promise<Data> {
  const answer = await page.request.post(`${url}/graphql`, {
    data: { query, variables },
    headers: { origin: url },
    // The server may close the connection, idle since the last call, at this very moment.
    maxRetries: 2,
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}
