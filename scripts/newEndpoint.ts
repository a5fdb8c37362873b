// The five steps of docs/MAP.md, "How to add an endpoint", with a small real one: how many reports the caller has made.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One thing to write; each can be left out, to see that somebody notices. */
export interface Piece {
  /** The step of docs/MAP.md. */
  step: 1 | 2 | 3 | 4 | 5;
  name: string;
  file: string;
  /** A text that stands in the file, and what stands there afterwards; the text is added at the end of the file otherwise. */
  find?: string;
  text: string;
}

const field = 'Query.myComplaintsCount';
const path = '/complaints/mine/count';

export const pieces: Piece[] = [
  {
    step: 1,
    name: 'field',
    file: 'schema/complaints.graphql',
    text: `
extend type Query {
  "How many reports the caller has made."
  myComplaintsCount: ComplaintCount!
}
`,
  },
  {
    step: 1,
    name: '@allow',
    file: 'schema/complaints.graphql',
    find: 'myComplaintsCount: ComplaintCount!',
    text: 'myComplaintsCount: ComplaintCount! @allow(role: USER)',
  },
  {
    step: 1,
    name: 'right of the field',
    file: 'server/rights.json',
    find: '  "fields": {',
    text: `  "fields": {
    "${field}": { "rule": "membersThemselves" },`,
  },
  {
    step: 2,
    name: 'method',
    file: 'server/domain/complaints/complaints.service.ts',
    find: '  async list(viewer: Viewer, filter',
    text: `  ownCount: async (viewer: Viewer): Promise<number> =>
    (await search.ofUser(personInBrowser(viewer).user.id)).length,

  async list(viewer: Viewer, filter`,
  },
  {
    step: 2,
    name: 'test of the method',
    file: 'server/domain/complaints/ownCount.test.ts',
    text: `import { startTestApp } from '../../testing/testApp.ts';
import { anItem } from '../../testing/builders.ts';

test('everybody counts the own reports only, at both doors', async () => {
  const app = await startTestApp();
  const [person, other] = [await app.signedIn(), await app.signedIn()];
  const { id } = await anItem(app.database.db);
  await person.call('POST', '/api/v1/complaints', { knowledgeItemId: id, complaintType: 'spam' });
  for (const [who, count] of [[person, 1], [other, 0]] as const) {
    const { body } = await who.call('GET', '/api/v1${path}');
    expect(body).toMatchObject({ data: { count } });
    const answer = await who.graphql('{ myComplaintsCount { count } }');
    expect(answer.body.data).toEqual({ myComplaintsCount: { count } });
  }
  await app.close();
});
`,
  },
  {
    step: 3,
    name: 'resolver',
    file: 'server/graphql/resolvers/complaints.ts',
    find: '    myComplaints:',
    text: `    myComplaintsCount: async (_root, _args, { viewer, services }) => ({
      count: await services.complaints.ownCount(viewer),
    }),
    myComplaints:`,
  },
  {
    step: 4,
    name: 'document',
    file: 'server/rest/operations/complaints.graphql',
    text: `
query MyComplaintsCount {
  result: myComplaintsCount {
    count
  }
}
`,
  },
  {
    step: 4,
    name: 'row',
    file: 'server/rest/routes.ts',
    find: "  route('get', '/complaints/count', ComplaintsCountDocument, data),",
    text: `  route('get', '/complaints/count', ComplaintsCountDocument, data),
  route('get', '${path}', MyComplaintsCountDocument, data, { refusals: ['FORBIDDEN'] }),`,
  },
  {
    step: 4,
    name: 'import of the document',
    file: 'server/rest/routes.ts',
    find: '  MyUseCasesDocument,',
    text: '  MyComplaintsCountDocument,\n  MyUseCasesDocument,',
  },
  {
    step: 4,
    name: 'right of the row',
    file: 'server/rights.json',
    find: '  "rows": {',
    text: `  "rows": {
    "get /api/v1${path}": { "rule": "membersThemselves" },`,
  },
  {
    step: 5,
    name: 'operation',
    file: 'client/features/complaints/reports.graphql',
    text: `
query MyComplaintsCount {
  myComplaintsCount {
    count
  }
}
`,
  },
  {
    step: 5,
    name: 'use of the hook',
    file: 'client/features/complaints/ReportsCount.tsx',
    text: `import { useMyComplaintsCountQuery } from '../../generated.ts';

function ReportsCount() {
  const { data } = useMyComplaintsCountQuery();
  return <output>{data?.myComplaintsCount.count}</output>;
}

export { ReportsCount };
`,
  },
];

/** Does the steps in a copy of the checkout. @param left names of pieces that are forgotten */
export function addEndpoint(folder: string, left: readonly string[] = []): void {
  for (const { name, file, find, text } of pieces) {
    if (left.includes(name)) continue;
    const target = join(folder, file);
    if (find === undefined) {
      appendFileSync(target, text);
      continue;
    }
    const source = readFileSync(target, 'utf8');
    const changed = source.replace(find, () => text);
    if (changed === source) throw new Error(`${file} does not hold ${find}`);
    writeFileSync(target, changed);
  }
}
