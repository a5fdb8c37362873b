// Import rules of the repository (docs/ARCHITECTURE.md); `npm run lint:imports` names what breaks one.
const product = '^(?:server|client|migrations)/';
const testFiles = '\\.test\\.tsx?$|/testing/';
/** The modules of the domain, each after those that it may import from. */
const modulesInOrder = [
  'outbox',
  'people',
  'search',
  'access',
  'catalogue',
  'sync',
  'curation',
  'useCases',
  'subscriptions',
  'loadouts',
  'feedback',
  'insights',
  'messaging',
  'setup',
  'demo',
];
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
    ...modulesInOrder
      .slice(0, -1)
      .map((name, index) =>
        forbid(
          `${name}-knows-no-later-module`,
          'A module imports only from modules that stand before it in the order, so that no cycle can arise.',
          { path: `^server/modules/${name}/` },
          { path: `^server/modules/(?:${modulesInOrder.slice(index + 1).join('|')})/` },
        ),
      ),
    forbid(
      'modules-are-entered-by-their-module-file',
      'A module imports from another one only what a *.module.ts file of it exports.',
      { path: '^server/modules/([^/]+)/' },
      {
        path: '^server/modules/',
        pathNot: ['^server/modules/$1/', '\\.module\\.ts$'],
      },
    ),
    forbid(
      'modules-know-no-transport',
      'A module of the domain knows neither GraphQL nor HTTP nor jobs nor an integration nor the composition root.',
      { path: '^server/modules/' },
      {
        path: [
          '^server/(?:transports|integrations|cli|process)/',
          '^server/(?:composition|app|main)\\.ts$',
          '^server/config/(?!limits\\.ts$)',
          npm('express|graphql|@apollo/[^/]+|@modelcontextprotocol/[^/]+'),
        ],
      },
    ),
    forbid(
      'shared-imports-nothing-of-ours',
      'server/shared is below everything.',
      { path: '^server/shared/' },
      {
        path: '^(?:server|client|migrations|scripts|fakes|schema)/',
        pathNot: '^server/shared/',
      },
    ),
    forbid(
      'sync-parts-know-no-later-part',
      'The parts of the synchronisation are read one way: comparison, runs, edits and review, composition.',
      { path: '^server/modules/sync/comparison/' },
      { path: '^server/modules/sync/(?:(?:runs|review|edits)/|[^/]+\\.module\\.ts$)' },
    ),
    forbid(
      'sync-runs-know-no-review',
      'A run of the synchronisation knows neither the review nor the edits.',
      { path: '^server/modules/sync/runs/' },
      { path: '^server/modules/sync/(?:(?:review|edits)/|[^/]+\\.module\\.ts$)' },
    ),
    forbid(
      'sync-review-knows-no-edit',
      'The review does not know the edits.',
      { path: '^server/modules/sync/review/' },
      { path: '^server/modules/sync/(?:edits/|[^/]+\\.module\\.ts$)' },
    ),
    forbid(
      'knex-only-in-stores',
      'Only stores, queries, loaders, rows, module files, database, demo data, jobs and cli touch knex.',
      {
        path: '^server/',
        pathNot: [
          '^server/(?:database|transports/jobs|cli)/',
          '^server/modules/demo/seed/',
          '^server/modules/access/visibleItems\\.ts$',
          '\\.(?:store|queries|loaders|rows|module)\\.ts$',
          '^server/composition\\.ts$',
        ],
      },
      { path: npm('knex') },
    ),
    forbid(
      'integrations-know-no-transport',
      'An integration knows the ports of the modules, never a transport.',
      { path: '^server/integrations/' },
      {
        path: ['^server/(?:transports|cli)/', '^server/(?:composition|app|main)\\.ts$'],
      },
    ),
    forbid(
      'integrations-know-no-service',
      'An integration calls no service, store or queries of a module.',
      { path: '^server/integrations/' },
      { path: '^server/modules/.*\\.(?:service|store|queries)\\.ts$' },
    ),
    forbid(
      'composition-root',
      'Only main, app, cli, jobs, the types of the transports and tests see the composition root.',
      {
        path: '^server/',
        pathNot: [
          '^server/(?:main|app)\\.ts$',
          '^server/(?:cli|transports/jobs)/',
          '^server/transports/graphql/context\\.ts$',
          '^server/transports/http/session\\.ts$',
        ],
      },
      { path: '^server/composition\\.ts$' },
    ),
    forbid(
      'server-does-not-compare-texts-in-order',
      'The `diff` package takes quadratic time on texts of people.',
      { path: '^server/' },
      { path: npm('diff') },
    ),
    forbid(
      'client-knows-no-server',
      'The client reads the schema, the languages, the redirect checker and the paths of the screens, nothing else of the server.',
      { path: '^client/' },
      { path: '^server/', pathNot: '^server/shared/(?:safeRedirect|screenPaths|language)\\.ts$' },
    ),
    forbid(
      'server-knows-no-client',
      'The server imports nothing of the client.',
      { path: '^server/' },
      { path: '^client/' },
    ),
    forbid(
      'apis-read-no-page-file',
      'REST and GraphQL read no file of the page: its sentences are generated.',
      { path: '^server/transports/(?:rest|graphql)/' },
      { path: '^server/transports/http/(?:locales|page|staticFiles|firstPageData)\\.ts$' },
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
      'No file of the product imports a fake, a test, a bench or a script.',
      { path: product },
      { path: ['^(?:fakes|bench|e2e|scripts)/', '\\.test\\.tsx?$', '/testing/'] },
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
