// Which file may import which (docs/MAP.md); `npm run lint:imports` names what breaks a rule.
const product = '^(?:server|client|migrations)/';
const testFiles = '\\.test\\.tsx?$|/testing/|^server/faults/';
const npm = (names) => `(?:^|/node_modules/|^node_modules/)(?:${names})(?:/|$)`;

/** A rule for the product: tests, and what only they use, may know everything. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [testFiles, ...(from.pathNot ?? [])] },
  to,
});

export default {
  forbidden: [
    forbid(
      'no-cycles',
      'No file reaches itself by imports.',
      { path: product },
      { circular: true },
    ),
    forbid(
      'domain-knows-no-transport',
      'A module of the domain knows neither GraphQL nor HTTP nor jobs nor an integration nor the composition root.',
      { path: '^server/domain/' },
      {
        path: [
          '^server/(?:graphql|rest|mcp|http|jobs|integrations|cli)/',
          '^server/(?:services|app|main|config)\\.ts$',
          npm('express|graphql|@apollo/[^/]+|@modelcontextprotocol/[^/]+'),
        ],
      },
    ),
    forbid(
      'shared-imports-nothing-of-ours',
      'server/shared is below everything.',
      { path: '^server/shared/' },
      {
        path: '^(?:server|client|migrations|scripts|standins|schema)/',
        pathNot: '^server/shared/',
      },
    ),
    forbid(
      'no-store-of-another-module',
      'A service or a composition uses only the stores and searches of its own module.',
      { path: '^server/domain/([^/]+)/.*\\.(?:service|room)\\.ts$' },
      { path: '^server/domain/[^/]+/.*\\.(?:store|search)\\.ts$', pathNot: '^server/domain/$1/' },
    ),
    forbid(
      'sync-compare-knows-no-run',
      'The parts of the synchronisation are read one way: words, compare, run, desk, edit, composition.',
      { path: '^server/domain/sync/(?:[^/]+(?<!\\.room)\\.ts$|compare/)' },
      { path: '^server/domain/sync/(?:(?:run|desk|edit)/|[^/]+\\.room\\.ts$)' },
    ),
    forbid(
      'sync-words-know-no-part',
      'The words of the synchronisation stand below its parts.',
      { path: '^server/domain/sync/[^/]+(?<!\\.room)\\.ts$' },
      { path: '^server/domain/sync/compare/' },
    ),
    forbid(
      'sync-run-knows-no-desk',
      'A run of the synchronisation knows neither the desk nor the edits.',
      { path: '^server/domain/sync/run/' },
      { path: '^server/domain/sync/(?:(?:desk|edit)/|[^/]+\\.room\\.ts$)' },
    ),
    forbid(
      'sync-desk-knows-no-edit',
      'The desk does not know the edits.',
      { path: '^server/domain/sync/desk/' },
      { path: '^server/domain/sync/(?:edit/|[^/]+\\.room\\.ts$)' },
    ),
    forbid(
      'sync-edit-knows-no-composition',
      'The edits do not know their composition.',
      { path: '^server/domain/sync/edit/' },
      { path: '^server/domain/sync/[^/]+\\.room\\.ts$' },
    ),
    forbid(
      'knex-only-in-stores',
      'Only stores, searches, loaders, rows, compositions, database, demo, jobs and cli touch knex.',
      {
        path: '^server/',
        pathNot: [
          '^server/(?:database|demo|jobs|cli)/',
          '\\.(?:store|search|loaders|rows|room)\\.ts$',
          '^server/services\\.ts$',
        ],
      },
      { path: npm('knex') },
    ),
    forbid(
      'integrations-know-no-door',
      'An integration knows the ports of the domain, never the doors.',
      { path: '^server/integrations/' },
      {
        path: [
          '^server/(?:graphql|rest|mcp|http|jobs|cli)/',
          '^server/(?:services|app|main)\\.ts$',
        ],
      },
    ),
    forbid(
      'integrations-know-no-service',
      'An integration calls no service, store or search of the domain.',
      { path: '^server/integrations/' },
      { path: '^server/domain/.*\\.(?:service|store|search|room)\\.ts$' },
    ),
    forbid(
      'composition-root',
      'Only main, app, cli, jobs, the doors’ types and tests see the composition root.',
      {
        path: '^server/',
        pathNot: [
          '^server/(?:main|app)\\.ts$',
          '^server/(?:cli|jobs)/',
          '^server/graphql/context\\.ts$',
          '^server/http/session\\.ts$',
        ],
      },
      { path: '^server/services\\.ts$' },
    ),
    forbid(
      'server-does-not-compare-texts-in-order',
      'The `diff` package takes quadratic time on texts of people.',
      { path: '^server/' },
      { path: npm('diff') },
    ),
    forbid(
      'client-knows-no-server',
      'The client reads the schema and the redirect checker, nothing else of the server.',
      { path: '^client/' },
      { path: '^server/', pathNot: '^server/shared/safeRedirect\\.ts$' },
    ),
    forbid(
      'server-knows-no-client',
      'The server imports nothing of the client.',
      { path: '^server/' },
      { path: '^client/' },
    ),
    forbid(
      'doors-read-no-page-file',
      'REST and GraphQL read no file of the page: its sentences are generated.',
      { path: '^server/(?:rest|graphql)/' },
      { path: '^server/http/(?:locales|page|staticFiles|firstPage)\\.ts$' },
    ),
    forbid(
      'features-know-no-page',
      'Pages know features, features know no page.',
      { path: '^client/(?:features|design|i18n|browser)/' },
      { path: '^client/pages/' },
    ),
    forbid(
      'features-know-no-other-feature',
      'A feature imports no other feature.',
      { path: '^client/features/([^/]+)/' },
      { path: '^client/features/', pathNot: '^client/features/$1/' },
    ),
    forbid(
      'only-design-imports-primitives',
      'Components of Ariakit and sonner are used through client/design.',
      { path: '^client/', pathNot: ['^client/design/'] },
      { path: npm('@ariakit/react|sonner') },
    ),
    forbid(
      'design-knows-no-feature',
      'The design knows no feature and no data.',
      { path: '^client/design/' },
      { path: ['^client/(?:features|pages|app)/', npm('@apollo/[^/]+')] },
    ),
    forbid(
      'product-knows-no-test',
      'No file of the product imports a stand-in, a test, a bench or a script.',
      { path: product },
      { path: ['^(?:standins|bench|e2e|scripts)/', '\\.test\\.tsx?$', '/testing/'] },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
};
