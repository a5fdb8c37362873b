// GraphQL over HTTP, checked by the audits of graphql-http over a real connection (docs/api.md names what we claim).
import { auditServer, type AuditResult } from 'graphql-http';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

/**
 * What we do not claim, by the audit's id: queries by GET (a link or a picture of another site must not run one), and 200
 * for a document that is refused (a refused document answers 400, whatever the caller accepts).
 */
const notClaimed = ['5A70', 'D6D5', '6A70', '572B', 'FDE2', '7B9B'];

let app: TestApp;
let results: AuditResult[];

beforeAll(async () => {
  app = await startTestApp();
  results = await auditServer({ url: `${app.url}/graphql` });
});
afterAll(() => app.close());

test('every audit that we claim passes, and what we do not claim is what fails', () => {
  const failed = results.filter(({ status }) => status !== 'ok');
  expect(failed.map(({ id }) => id).sort()).toEqual([...notClaimed].sort());
  expect(results).toHaveLength(61);
});

test('no MUST is left out', () => {
  const left = results.filter(({ id }) => notClaimed.includes(id));
  expect(left).toHaveLength(notClaimed.length);
  expect(left.filter(({ name }) => name.startsWith('MUST'))).toEqual([]);
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is told which method to use', async (method) => {
  const { status, headers, body } = await app.visitor().call(method, '/graphql?query={me{id}}');
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe('POST');
  expect(body).toMatchObject({ success: false, status: 405, reason: 'method' });
});
