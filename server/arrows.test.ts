// Every arrow of the house points one way (docs/MAP.md); this test reads the imports and names those that do not.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');

interface Arrow {
  from: string;
  to: string;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(
      (file) =>
        !file.endsWith('generated.ts') &&
        !/\.(test|standin)\.tsx?$/.test(file) &&
        !file.includes('/testing/'),
    );

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? '');

const arrows: Arrow[] = ['server', 'client', 'migrations'].flatMap(filesBelow).flatMap((from) =>
  importsOf(from).map((target) => ({
    from,
    to: target.startsWith('.')
      ? relative(root, resolve(root, dirname(from), target))
          .split(sep)
          .join('/')
      : `npm:${target}`,
  })),
);

const between = (from: RegExp, to: RegExp, except: RegExp = /^$/) =>
  arrows.filter(
    (arrow) =>
      from.test(arrow.from) &&
      to.test(arrow.to) &&
      !except.test(arrow.from) &&
      !except.test(arrow.to),
  );

const words = (arrow: Arrow) => `${arrow.from} → ${arrow.to}`;

describe('the arrows of the house', () => {
  test('there are arrows to look at', () => {
    expect(arrows.length).toBeGreaterThan(200);
  });

  test('a room knows neither GraphQL nor HTTP nor jobs nor an integration nor the composition root', () => {
    expect(
      between(
        /^server\/domain\//,
        /^server\/(graphql|rest|http|jobs|integrations|cli)\/|^server\/(services|syncRooms|app|main|config)\.ts$|^npm:(express|graphql|@apollo)/,
      ).map(words),
    ).toEqual([]);
  });

  test('shared imports nothing of ours', () => {
    expect(
      between(/^server\/shared\//, /^(server|client)\//, /^server\/shared\//)
        .filter((arrow) => !arrow.to.startsWith('server/shared/'))
        .map(words),
    ).toEqual([]);
  });

  test('a service never touches another room’s store or search', () => {
    const strangers = arrows.filter((arrow) => {
      const from = /^server\/domain\/([^/]+)\//.exec(arrow.from)?.[1];
      const to = /^server\/domain\/([^/]+)\/.*\.(store|search)\.ts$/.exec(arrow.to)?.[1];
      return (
        from !== undefined && to !== undefined && from !== to && arrow.from.endsWith('.service.ts')
      );
    });
    expect(strangers.map(words)).toEqual([]);
  });

  test('only stores, searches, loaders, rows, database, demo, cli and the composition root touch knex', () => {
    expect(
      between(
        /^server\//,
        /^npm:knex$/,
        /^server\/(database|demo|jobs|testing|cli)\/|\.(store|search|loaders|rows)\.ts$|^server\/(services|syncRooms)\.ts$/,
      ).map(words),
    ).toEqual([]);
  });

  test('an integration knows the rooms’ ports, never the doors', () => {
    expect(
      between(
        /^server\/integrations\//,
        /^server\/(graphql|rest|http|jobs|cli)\/|^server\/(services|app|main)\.ts$/,
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
    const readers = filesBelow('server').filter(
      (file) =>
        /process\.env/.test(readFileSync(join(root, file), 'utf8')) && file !== 'server/config.ts',
    );
    expect(readers).toEqual([]);
  });

  test('the client reads the schema, never the server', () => {
    expect(between(/^client\//, /^server\//).map(words)).toEqual([]);
    expect(between(/^server\//, /^client\//).map(words)).toEqual([]);
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
});
