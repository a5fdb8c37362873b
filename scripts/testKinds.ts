// Which kind of test a file is. It follows from its name and from what it imports, so that nobody keeps a list.
import { readImportGraph, reachedFrom } from './importGraph.ts';

/**
 * - `unit`: nothing but code; no database, no set-up
 * - `rooms`: a room or a part of the server on a database, without the composition of everything
 * - `doors`: the composed server: services, GraphQL, REST, jobs
 * - `client`: components and pages in jsdom
 * - `long`: takes long by nature: outages, kills, floods; `*.long.test.ts`
 */
export type TestKind = 'unit' | 'rooms' | 'doors' | 'client' | 'long';

const needsDatabase = ['server/testing/testRun.ts'];
const composesEverything = [
  'server/services.ts',
  'server/testing/testServices.ts',
  'server/testing/serverProcess.ts',
];

/** All test files of Jest, by kind. */
export function testFilesByKind(): Record<TestKind, string[]> {
  const graph = readImportGraph();
  const kinds: Record<TestKind, string[]> = {
    unit: [],
    rooms: [],
    doors: [],
    client: [],
    long: [],
  };
  for (const file of graph.keys()) {
    if (!/\.test\.tsx?$/.test(file)) continue;
    const reached = reachedFrom(graph, file);
    const reaches = (files: string[]) => files.some((path) => reached.has(path));
    if (file.endsWith('.long.test.ts')) kinds.long.push(file);
    else if (file.startsWith('client/')) kinds.client.push(file);
    else if (reaches(composesEverything)) kinds.doors.push(file);
    else if (reaches(needsDatabase)) kinds.rooms.push(file);
    else kinds.unit.push(file);
  }
  return kinds;
}
