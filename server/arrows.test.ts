// Every arrow of the house points one way (docs/MAP.md); this test reads the imports and names those that do not.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getArrows, sourceFiles, type Arrow } from '../scripts/importGraph.ts';

const root = resolve(import.meta.dirname, '..');

/** What runs in production; tests and what only they use may know everything. */
const files = sourceFiles().filter(
  (file) =>
    /^(?:server|client|migrations)\//.test(file) &&
    !/\.test\.tsx?$/.test(file) &&
    !file.includes('/testing/'),
);
const arrows: Arrow[] = files.flatMap(getArrows);

const between = (from: RegExp, to: RegExp, except: RegExp = /^$/) =>
  arrows.filter(
    (arrow) =>
      from.test(arrow.from) &&
      to.test(arrow.to) &&
      !except.test(arrow.from) &&
      !except.test(arrow.to),
  );

/** Groups of files that reach each other, by Tarjan's algorithm: the strongly connected components of more than one. */
function circles(nodes: readonly string[], edges: readonly Arrow[]): string[][] {
  const next = new Map(nodes.map((node) => [node, [] as string[]]));
  for (const { from, to } of edges) if (next.has(to)) next.get(from)?.push(to);
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    stack.push(node);
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) low.set(node, Math.min(low.get(node)!, low.get(to)!));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.toSorted());
  };
  for (const node of nodes) if (!order.has(node)) visit(node);
  return found;
}

const words = (arrow: Arrow) => `${arrow.from} → ${arrow.to}`;

describe('the arrows of the house', () => {
  test('there are arrows to look at', () => {
    expect(arrows.length).toBeGreaterThan(200);
  });

  test('a room knows neither GraphQL nor HTTP nor jobs nor an integration nor the composition root', () => {
    expect(
      between(
        /^server\/domain\//,
        /^server\/(graphql|rest|mcp|http|jobs|integrations|cli)\/|^server\/(services|app|main|config)\.ts$|^npm:(express|graphql|@apollo|@modelcontextprotocol)/,
      ).map(words),
    ).toEqual([]);
  });

  test('shared imports nothing of ours', () => {
    const fromShared = arrows.filter(({ from }) => from.startsWith('server/shared/'));
    expect(
      fromShared.filter(({ to }) => !/^(server\/shared\/|npm:|node:)/.test(to)).map(words),
    ).toEqual([]);
  });

  test('a service or a room’s composition never touches another room’s store or search', () => {
    const strangers = arrows.filter((arrow) => {
      const from = /^server\/domain\/([^/]+)\//.exec(arrow.from)?.[1];
      const to = /^server\/domain\/([^/]+)\/.*\.(store|search)\.ts$/.exec(arrow.to)?.[1];
      return (
        from !== undefined &&
        to !== undefined &&
        from !== to &&
        /\.(service|room)\.ts$/.test(arrow.from)
      );
    });
    expect(strangers.map(words)).toEqual([]);
  });

  test('the parts of the synchronisation are read one way: words, compare, run, desk, edit, composition', () => {
    const parts = [
      /^[^/]+(?<!\.room)\.ts$/,
      /^compare\//,
      /^run\//,
      /^desk\//,
      /^edit\//,
      /^[^/]+\.room\.ts$/,
    ];
    const room = 'server/domain/sync/';
    const partOf = (file: string): number =>
      file.startsWith(room) ? parts.findIndex((part) => part.test(file.slice(room.length))) : -1;
    const within = arrows.filter(({ from, to }) => partOf(from) >= 0 && partOf(to) >= 0);
    expect(new Set(within.map(({ from }) => partOf(from)))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(within.filter(({ from, to }) => partOf(from) < partOf(to)).map(words)).toEqual([]);
    const strays = files.filter((file) => file.startsWith(room) && partOf(file) < 0);
    expect(strays).toEqual([]);
  });

  test('only stores, searches, loaders, rows, compositions, database, demo and cli touch knex', () => {
    expect(
      between(
        /^server\//,
        /^npm:knex$/,
        /^server\/(database|demo|jobs|testing|cli)\/|\.(store|search|loaders|rows|room)\.ts$|^server\/services\.ts$/,
      ).map(words),
    ).toEqual([]);
  });

  test('an integration knows the rooms’ ports, never the doors', () => {
    expect(
      between(
        /^server\/integrations\//,
        /^server\/(graphql|rest|mcp|http|jobs|cli)\/|^server\/(services|app|main)\.ts$/,
      ).map(words),
    ).toEqual([]);
  });

  test('only main, app, cli, the doors’ types and tests see the composition root', () => {
    expect(
      between(
        /^server\//,
        /^server\/services\.ts$/,
        /^server\/(main|app)\.ts$|^server\/(cli|jobs)\/|^server\/graphql\/context\.ts$|^server\/http\/session\.ts$/,
      ).map(words),
    ).toEqual([]);
  });

  test('only config.ts reads the environment', () => {
    const readers = files.filter(
      (file) =>
        file.startsWith('server/') &&
        file !== 'server/config.ts' &&
        /process\.env/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });

  test('the server does not import diff: comparing texts in order takes quadratic time', () => {
    expect(between(/^server\//, /^npm:diff$/).map(words)).toEqual([]);
  });

  test('the client reads the schema and the redirect checker, nothing else of the server', () => {
    const shared = new Set(['server/shared/safeRedirect.ts']);
    const read = between(/^client\//, /^server\//).filter(({ to }) => !shared.has(to));
    expect(read.map(words)).toEqual([]);
    expect(between(/^server\//, /^client\//).map(words)).toEqual([]);
  });

  test('the REST door reads no file of the page: its sentences are generated', () => {
    expect(
      between(
        /^server\/(rest|graphql)\//,
        /^server\/http\/(locales|page|staticFiles|firstPage)\.ts$/,
      ).map(words),
    ).toEqual([]);
  });

  test('pages know features, features know no page and no other feature', () => {
    expect(
      between(/^client\/(features|design|i18n|browser)\//, /^client\/pages\//).map(words),
    ).toEqual([]);
    const strangers = arrows.filter((arrow) => {
      const from = /^client\/features\/([^/]+)\//.exec(arrow.from)?.[1];
      const to = /^client\/features\/([^/]+)\//.exec(arrow.to)?.[1];
      return from !== undefined && to !== undefined && from !== to;
    });
    expect(strangers.map(words)).toEqual([]);
  });

  test('only design imports the primitives and the toaster', () => {
    expect(
      between(/^client\//, /^npm:(@ariakit\/react|sonner)/, /^client\/design\//).map(words),
    ).toEqual([]);
  });

  test('the design knows no feature and no data', () => {
    expect(
      between(/^client\/design\//, /^client\/(features|pages|app)\/|^npm:@apollo/).map(words),
    ).toEqual([]);
  });

  test('no production code knows a stand-in, a test or a script', () => {
    expect(
      between(/./, /^(?:standins|bench|e2e|scripts)\/|\.test\.tsx?$|\/testing\//).map(words),
    ).toEqual([]);
  });

  test('no file reaches itself by imports, types included', () => {
    expect(circles(files, arrows)).toEqual([]);
  });
});
