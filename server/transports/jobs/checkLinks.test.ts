// Broken links, from the job of the queue to the list of inconsistencies, over a local website.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dayMs } from '../../shared/durations.ts';
import { anItem } from '../../testing/builders.ts';
import { runDueJobs } from '../../testing/runJobs.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { checkLinks } from './catalogueTasks.ts';

interface Row {
  type: string;
  linkStatus: string;
  knowledgeItem: { sourceUrl: string };
}

const missing = new Set<string>();
const site = createServer((request, response) => {
  response.writeHead(missing.has(request.url ?? '') ? 404 : 200).end();
});
let origin: string;
let app: TestApp;
let now: Date;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  const { port } = site.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  now = new Date();
  app = await startTestApp({
    env: { IMAGE_PROXY_ALLOW: `127.0.0.1:${port}` },
    clock: () => now,
  });
});
afterAll(async () => {
  await app.close();
  site.closeAllConnections();
  await new Promise((resolve) => {
    site.close(resolve);
  });
});

/** Runs the job once, and reads the open inconsistencies as an admin sees them. */
async function checkWith(paths: string[]): Promise<string[]> {
  missing.clear();
  for (const path of paths) missing.add(path);
  await app.services.jobs.enqueue('checkLinks');
  await runDueJobs(app.database.url, app.services, [checkLinks]);
  const admin = await app.signedIn({ isAdmin: true });
  const { body } = await admin.call<{ data: Row[] }>(
    'GET',
    '/api/v1/inconsistencies?status=new&type=link_broken',
  );
  return body.data.map(({ type, linkStatus, knowledgeItem: { sourceUrl } }) =>
    [type, linkStatus, sourceUrl].join(' '),
  );
}

const wait = (days: number): void => {
  now = new Date(now.getTime() + days * dayMs);
};

test('a link that fails on two days becomes an inconsistency; one that recovers in between does not', async () => {
  await anItem(app.database.db, { sourceUrl: `${origin}/gone` });
  await anItem(app.database.db, { sourceUrl: `${origin}/recovers` });

  expect(await checkWith(['/gone', '/recovers'])).toEqual([]);
  wait(1);
  const gone = `link_broken 404 ${origin}/gone`;
  expect(await checkWith(['/gone'])).toEqual([gone]);
});
