// What a start loads: packages that few requests need wait for the first of them.
import { getLoads } from '../scripts/importGraph.ts';

/** A file and everything that is loaded with it; packages by their names. */
function loadedWith(start: string): Set<string> {
  const loaded = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    if (/\.m?[jt]s$/.test(file) && !/^(?:npm|node):/.test(file)) open.push(...getLoads(file));
  }
  return loaded;
}

const atStart = loadedWith('server/main.ts');

test('a start loads the doors and the rooms', () => {
  expect(atStart).toContain('server/mcp/door.ts');
  expect(atStart).toContain('npm:express');
  expect(atStart.size).toBeGreaterThan(300);
});

test.each([
  ['@modelcontextprotocol/server', 'server/mcp/answerCall.ts'],
  ['@modelcontextprotocol/node', 'server/mcp/answerCall.ts'],
  ['nodemailer', null],
  ['openai', null],
  ['sharp', null],
  ['undici', null],
])('a start does not load %s', (name, neededBy) => {
  expect(atStart).not.toContain(`npm:${name}`);
  if (neededBy) expect(loadedWith(neededBy)).toContain(`npm:${name}`);
});
