// Mistakes that break the promises of the groups “Rights” and “Other sites”.
import { breaking } from './mutation.ts';

const matrix = 'server/rights.test.ts';
const fields = 'server/rightsOfFields.test.ts';
const ownership = 'server/ownership.test.ts';
const deliveries = 'server/domain/notifications/deliveries.service.test.ts';
const notifications = 'server/domain/notifications/notifications.service.test.ts';
const secrets = 'server/secrets.test.ts';
const tricks = 'server/tricks.test.ts';
const dataRules = 'server/domain/dataRules/dataRules.property.test.ts';
const doors = 'server/doors.test.ts';
const crossOrigin = 'server/http/crossOrigin.test.ts';
const telegramSignIn = 'server/domain/accounts/telegramSignIn.test.ts';
const production = 'server/production.test.ts';
const feeds = 'server/http/feeds.test.ts';
const webhooks = 'server/domain/webhooks/webhooks.service.test.ts';
const agents = 'server/mcp/acts.test.ts';
const wishes = 'server/domain/wishes/wishes.service.test.ts';

export const rights = [
  ...breaking(
    'Z1',
    { file: matrix, name: 'over' },
    {
      mistake: 'a query for admins is for everybody',
      file: 'schema/complaints.graphql',
      find: 'complaintsCount(status: ComplaintStatus): ComplaintCount! @allow(role: ADMIN)',
      replace: 'complaintsCount(status: ComplaintStatus): ComplaintCount! @allow(role: USER)',
    },
    {
      mistake: 'a token for reading may write',
      file: 'server/graphql/allow.ts',
      find: "viewer.via === 'read'",
      replace: "viewer.via === 'session' && false",
    },
    {
      mistake: 'a field for admins is for everybody who has the object',
      file: 'schema/knowledge.graphql',
      find: 'adminNotes: String @allow(role: ADMIN, otherwise: NULL)',
      replace: 'adminNotes: String',
      test: { file: fields, name: '' },
    },
    {
      mistake: 'everybody may read the schema',
      file: 'server/http/developerPages.ts',
      find: "    requireMember(getViewer(response));\n    response.type('text/plain')",
      replace: "    response.type('text/plain')",
      test: { file: matrix, name: 'beside the doors' },
    },
    {
      mistake: 'the pages for developers are for everybody in production',
      file: 'server/http/developerPages.ts',
      find: 'if (signedInOnly) requireMember(getViewer(response));',
      replace: '',
      test: { file: matrix, name: 'in production' },
    },
    {
      mistake: 'a token for writing may do what admins may',
      file: 'server/domain/accounts/accounts.ts',
      find: "(viewer.via === 'session' || viewer.via === 'admin');",
      replace: "viewer.via !== 'read';",
    },
  ),
  ...breaking(
    'Z2',
    { file: ownership, name: 'nobody changes' },
    {
      mistake: 'admins may change the cases of others',
      file: 'server/domain/useCases/useCases.rows.ts',
      find: `db('use_cases').where({ user_id: userId }).whereIn('item_id', itemsFor(db, viewer));`,
      replace: `db('use_cases').where(viewer.kind === 'member' && viewer.user.isAdmin ? {} : { user_id: userId }).whereIn('item_id', itemsFor(db, viewer));`,
    },
    {
      mistake: 'people may like their own cases',
      file: 'server/domain/useCases/useCases.service.ts',
      find: 'if (useCase.userId === member.user.id) {',
      replace: 'if (false) {',
    },
  ),
  ...breaking(
    'Z3',
    { file: secrets, name: 'reads none|absent item' },
    {
      mistake: 'a hidden item is there for everybody who knows its id',
      file: 'server/domain/knowledge/knowledge.rows.ts',
      find: "return isAdmin(viewer) ? query : query.where('items.admin_visibility', 'visible');",
      replace: 'return query;',
    },
    {
      mistake: 'tags of hidden items alone are suggested',
      file: 'server/domain/knowledge/knowledge.search.ts',
      find: "sight: seesHidden ? 'live' : 'visible',",
      replace: "sight: 'live',",
    },
  ),
  ...breaking(
    'Z3',
    { file: notifications, name: 'Z3' },
    {
      mistake: 'people are told of a service that was hidden from them',
      file: 'server/domain/notifications/notifications.store.ts',
      find: "and (admin_visibility = 'visible' or users.is_admin)))",
      replace: '))',
    },
    {
      mistake: 'what was told of a service can be read when the service is hidden',
      file: 'server/domain/notifications/notifications.search.ts',
      find: 'visibleItems(db, viewer).whereRaw(',
      replace: "db('items').whereRaw(",
    },
    {
      mistake: 'a message tells of a service that was hidden since',
      file: 'server/domain/notifications/deliveries.store.ts',
      find: '(told.item_id is null or items.id is not null)',
      replace: 'true',
      test: { file: deliveries, name: 'Z3' },
    },
    {
      mistake: 'whoever asked for a service that was hidden since is told its name',
      file: 'server/domain/notifications/notifications.ts',
      find: "title: told.kind === 'proposal_moved' ? told.title : null,",
      replace: 'title: told.title,',
      test: { file: notifications, name: 'but nothing of the service' },
    },
  ),
  ...breaking(
    'Z4',
    { file: secrets, name: 'reads none' },
    {
      mistake: 'items bear the tags of approval for everybody',
      file: 'server/domain/knowledge/itemCards.ts',
      find: 'isAdmin(viewer) ? card.allTags : card.tags;',
      replace: 'viewer.kind === "member" ? card.allTags : card.tags;',
    },
    {
      mistake: 'the list of tags has those of approval',
      file: 'server/domain/knowledge/knowledge.search.ts',
      find: "if (!isAdmin(viewer)) query.where('is_approval', false);",
      replace: '',
    },
    {
      mistake: 'companies name their tag to everybody',
      file: 'schema/accounts.graphql',
      find: 'approvalTag: String @allow(role: ADMIN, otherwise: NULL)',
      replace: 'approvalTag: String',
    },
  ),
  ...breaking(
    'Z5',
    { file: secrets, name: 'reads none' },
    {
      mistake: 'people see each other’s addresses',
      file: 'schema/accounts.graphql',
      find: `  "Admins only."
  email: String @allow(role: ADMIN, otherwise: NULL)`,
      replace: '  email: String',
    },
    {
      mistake: 'people see the notes of admins',
      file: 'schema/knowledge.graphql',
      find: 'adminNotes: String @allow(role: ADMIN, otherwise: NULL)',
      replace: 'adminNotes: String @allow(role: USER, otherwise: NULL)',
    },
    {
      mistake: 'people see where reports came from',
      file: 'schema/complaints.graphql',
      find: 'userIp: String @allow(role: ADMIN, otherwise: NULL)',
      replace: 'userIp: String',
    },
  ),
  ...breaking(
    'Z6',
    { file: tricks, name: '' },
    {
      mistake: 'fields that are not named are passed over',
      file: 'server/rest/operation.ts',
      find: `if (!known.has(name) || taken.has(name)) errors.push(fieldError(name, 'unknown'));`,
      replace: '',
    },
    {
      mistake: 'the address in a header is believed without a proxy',
      file: 'server/app.ts',
      find: `app.set('trust proxy', trustedProxies(config.http.trustProxy));`,
      replace: `app.set('trust proxy', true);`,
    },
    {
      mistake: 'a header says who somebody is',
      file: 'server/http/session.ts',
      find: `const bearer = bearerOf(request);`,
      replace: `if (request.get('x-forwarded-user') === 'admin') request.headers.cookie = '';
    const bearer = bearerOf(request);`,
    },
  ),
  ...breaking(
    'Z7',
    { file: dataRules, name: '' },
    {
      mistake: 'a rule past its review counts on',
      file: 'server/domain/dataRules/dataRules.ts',
      find: `isPastReview || status === 'under_review'`,
      replace: `status === 'under_review'`,
    },
    {
      mistake: 'what nobody has decided is a yes',
      file: 'server/domain/dataRules/dataRules.ts',
      find: `if (!stored) return 'undecided';`,
      replace: `if (!stored) return 'yes';`,
    },
    {
      mistake: 'what companies allow is never read again',
      file: 'server/domain/dataRules/allowedItems.ts',
      find: 'if (known?.version === version && elapsed() < known.until) return known.items;',
      replace: 'if (known) return known.items;',
    },
  ),
  ...breaking(
    'C1',
    { file: doors, name: 'a write with the cookie' },
    {
      mistake: 'what the browser says of the site is not read',
      file: 'server/http/sameOrigin.ts',
      find: `if (site) return site === 'same-origin' || site === 'none';`,
      replace: '',
    },
    {
      mistake: 'the origin is not compared',
      file: 'server/http/sameOrigin.ts',
      find: 'if (origin) return origin === publicOrigin;',
      replace: 'if (origin) return true;',
    },
    {
      mistake: 'a neighbour of the site counts as the site',
      file: 'server/http/sameOrigin.ts',
      find: "site === 'none'",
      replace: "site === 'same-site' || site === 'none'",
    },
  ),
  ...breaking(
    'C2',
    { file: doors, name: 'nothing runs by GET' },
    {
      mistake: '/graphql answers every method',
      file: 'server/app.ts',
      find: `app.post('/graphql', graphqlDoor(`,
      replace: `app.use('/graphql', graphqlDoor(`,
    },
  ),
  ...breaking(
    'C3',
    { file: doors, name: 'no answer allows' },
    {
      mistake: 'everybody may read',
      file: 'server/http/crossOrigin.ts',
      find: `    if (listed.size === 0) {
      next();`,
      replace: `    if (listed.size === 0) {
      response.set('Access-Control-Allow-Origin', '*');
      next();`,
    },
    {
      mistake: 'whoever resembles a listed page is listed',
      file: 'server/http/crossOrigin.ts',
      find: `if (!listed.has(request.get('origin') ?? '')) {`,
      replace: `const asked = request.get('origin') ?? '';
    response.set('Access-Control-Allow-Origin', asked);
    if (![...listed].some((one) => asked.startsWith(one))) {`,
      test: { file: crossOrigin, name: 'not listed exactly' },
    },
    {
      mistake: 'the cookie counts from a listed page',
      file: 'server/http/crossOrigin.ts',
      find: '    delete request.headers.cookie;\n',
      replace: '',
      test: { file: crossOrigin, name: 'cookie does not count' },
    },
  ),
  ...breaking(
    'C4',
    { file: production, name: 'security header' },
    {
      mistake: 'scripts that stand in the page run',
      file: 'server/http/securityHeaders.ts',
      find: `scriptSrc: ["'self'", nonceSource,`,
      replace: `scriptSrc: ["'self'", "'unsafe-inline'", nonceSource,`,
    },
    {
      mistake: 'the script of Telegram runs in every page',
      file: 'server/http/securityHeaders.ts',
      find: 'telegramWidget && isWidgetPage(request)',
      replace: 'telegramWidget',
      test: { file: telegramSignIn, name: 'only in the page that shows its widget' },
    },
    {
      mistake: 'others may frame the page',
      file: 'server/http/securityHeaders.ts',
      find: `        frameAncestors: ["'none'"],\n`,
      replace: '',
    },
    {
      mistake: 'TLS is not insisted on',
      file: 'server/http/securityHeaders.ts',
      find: 'strictTransportSecurity: secure ?',
      replace: 'strictTransportSecurity: !secure ?',
    },
  ),
  ...breaking(
    'Z8',
    { file: wishes, name: 'told once' },
    {
      mistake: 'two processes tell the same person',
      file: 'server/domain/wishes/watches.store.ts',
      find: `.whereRaw(what === 'served' ? \`told is distinct from 'served'\` : 'told is null')`,
      replace: '',
    },
    {
      mistake: 'those who wait are told of a service that only admins see',
      file: 'server/domain/knowledge/knowledge.service.ts',
      find: 'const { items, unsure } = await search.page(visitor, wanted);',
      replace:
        'const { items, unsure } = await search.page({ kind: "member", via: "session", user: { id: 0, isAdmin: true }, company: null } as never, wanted);',
    },
  ),
  ...breaking(
    'Z9',
    { file: feeds, name: 'nothing hidden' },
    {
      mistake: 'the feed of an admin shows what only admins see',
      file: 'server/domain/feeds/feeds.store.ts',
      find: "via: 'read',",
      replace: "via: 'admin',",
    },
    {
      mistake: 'changes of hidden services are told',
      file: 'server/domain/feeds/feeds.search.ts',
      find: "and seen.admin_visibility = 'visible'",
      replace: '',
      test: { file: feeds, name: 'changes of the services' },
    },
  ),
  ...breaking(
    'Z10',
    { file: webhooks, name: 'Z10' },
    {
      mistake: 'other tools are told of services that only admins see',
      file: 'server/domain/webhooks/deliveries.store.ts',
      find: "where items.id = events.item_id and admin_visibility = 'visible')",
      replace: 'where items.id = events.item_id)',
    },
    {
      mistake: 'the hidden service into which one was merged is named',
      file: 'server/domain/webhooks/deliveries.store.ts',
      find: 'and admin_visibility = \'visible\' and removed_at is null) as "mergedInto"',
      replace: 'and removed_at is null) as "mergedInto"',
    },
    {
      mistake: 'other tools are told what stood in a service while it was hidden',
      file: 'server/domain/webhooks/deliveries.store.ts',
      find: 'order by next.id limit 1), false) as',
      replace: 'order by next.id limit 1) and false, false) as',
    },
  ),
  ...breaking(
    'Z11',
    { file: agents, name: 'a token of the scope' },
    {
      mistake: 'a token that may only read is shown the tools that write',
      file: 'server/mcp/agentServer.ts',
      find: '!writes || (mayWrite && (forServices || !isService))',
      replace: '!writes || forServices || !isService',
    },
    {
      mistake: 'a tool that acts for itself is shown what only people do',
      file: 'server/mcp/agentServer.ts',
      find: '(mayWrite && (forServices || !isService))',
      replace: 'mayWrite',
    },
    {
      mistake: 'a token of an admin finds hidden services',
      file: 'server/mcp/callers.ts',
      find: "viewer.kind === 'member' && viewer.via === 'admin' ? { ...viewer, via: 'write' } : viewer",
      replace: 'viewer',
      test: { file: agents, name: 'knows no hidden service' },
    },
  ),
];
