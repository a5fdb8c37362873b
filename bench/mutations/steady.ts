// Mistakes that break the promises of the group “Steady”.
import { breaking } from './mutation.ts';

const complaintCases = 'server/domain/complaints/complaintCases.service.test.ts';
const inTelegram = 'server/domain/access/accessInTelegram.test.ts';
const races = 'server/faults/races.long.test.ts';
const interruptions = 'server/domain/sync/run/interruptions.long.test.ts';
const upstreams = 'server/upstreamFaults.long.test.ts';
const connecting = 'server/integrations/connectLimit.long.test.ts';
const database = 'server/faults/database.long.test.ts';
const processes = 'server/faults/process.long.test.ts';
const decisions = 'server/domain/sync/desk/decisions.model.test.ts';
const translations = 'server/domain/knowledge/itemTranslations.service.test.ts';
const removals = 'server/domain/sync/run/removals.test.ts';
const jobs = 'server/faults/jobs.long.test.ts';
const embedded = 'server/database/embedded/embedded.long.test.ts';
const migrations = 'server/database/migrate.test.ts';
const released = 'server/database/releasedStatements.test.ts';
const backup = 'server/cli/backup.long.test.ts';
const nowhere = 'server/secretsNowhere.test.ts';
const events = 'server/domain/events/events.service.test.ts';
const streams = 'server/http/notificationStreams.test.ts';
const webhooks = 'server/domain/webhooks/webhooks.service.test.ts';
const deliveries = 'server/domain/notifications/deliveries.service.test.ts';
const supplyChain = 'scripts/supplyChain.test.ts';

export const steady = [
  ...breaking(
    'R1',
    { file: races, name: 'R1' },
    {
      mistake: 'a like that is there already is an error',
      file: 'server/domain/knowledge/knowledge.store.ts',
      find: 'select :userId::integer, id from there\n           on conflict do nothing',
      replace: 'select :userId::integer, id from there',
    },
  ),
  ...breaking(
    'R2',
    { file: races, name: 'R2' },
    {
      mistake: 'requests of one person are not kept in order',
      file: 'server/domain/access/access.store.ts',
      find: `await db('users').where({ id: userId }).forNoKeyUpdate().first('id');`,
      replace: `await db('users').where({ id: userId }).first('id');`,
    },
  ),
  ...breaking(
    'R3',
    { file: interruptions, name: 'killed|interrupted|once|runs at a time|taken over' },
    {
      mistake: 'the changes of a run are not one transaction',
      file: 'server/domain/sync/sync.room.ts',
      find: 'inTransaction: (work) => inTransaction(db, (trx) => work(runRoomsOn(trx))),',
      replace: 'inTransaction: (work) => work(runRoomsOn(db)),',
      test: { file: interruptions, name: 'at any of ten points' },
    },
    {
      mistake: 'a run is finished before its changes are',
      file: 'server/domain/sync/run/completeRun.ts',
      find: 'await rooms.runs.close(',
      replace: 'await store.close(',
      test: { file: interruptions, name: 'cannot be kept' },
    },
    {
      mistake: 'a living run holds no lock',
      file: 'server/domain/sync/run/sync.store.ts',
      find: `await db.raw('select pg_advisory_lock(?, ?)', [livingRun, id]);`,
      replace: '',
      test: { file: interruptions, name: 'runs at a time|start at once|within its two minutes' },
    },
    {
      // That a run which was taken over goes on is guarded twice, at each sign of life and at the end; neither alone shows.
      mistake: 'a run that is alive is taken over',
      file: 'server/domain/sync/run/sync.store.ts',
      find: "const staleAfter = '2 minutes';",
      replace: "const staleAfter = '2 seconds';",
      test: { file: interruptions, name: 'within its two minutes' },
    },
    {
      mistake: 'a run that was cut off stays in the way of the next',
      file: 'server/domain/sync/run/sync.store.ts',
      find: `heartbeat_at < now() - interval '\${staleAfter}' or pg_try_advisory_xact_lock(\${livingRun}, id) as is_dead`,
      replace: `heartbeat_at < now() - interval '\${staleAfter}' as is_dead`,
      test: { file: interruptions, name: 'between changes' },
    },
  ),
  ...breaking(
    'R4',
    { file: upstreams, name: 'fails|figures|left alone' },
    {
      mistake: 'a service that fails again and again is called all the same',
      file: 'server/integrations/breaker.ts',
      find: 'if (failures < limits.upstream.breakerFailures) return true;',
      replace: 'return true;',
      test: { file: upstreams, name: 'left alone' },
    },
    {
      mistake: 'a case is not saved while the language model is away',
      file: 'server/domain/useCases/useCaseWriting.service.ts',
      find: `if (!(error instanceof DomainError) || error.code !== 'UNAVAILABLE') throw error;`,
      replace: 'throw error;',
      test: { file: upstreams, name: 'while languageModel fails' },
    },
    {
      mistake: 'Node’s own limit for connecting counts',
      file: 'server/integrations/outsideFetch.ts',
      find: 'connect: { timeout: limits.upstream.connectMs }',
      replace: '',
      test: { file: connecting, name: 'takes no connection' },
    },
  ),
  ...breaking(
    'R5',
    { file: database, name: 'the database is|takes too long|no connection is free' },
    {
      mistake: 'a database that stops is an error of ours',
      file: 'server/database/databaseErrors.ts',
      find: '|57P0[1-5]|',
      replace: '|',
      test: { file: database, name: 'the database is' },
    },
    {
      mistake: 'a statement may take as long as it likes',
      file: 'server/database/connection.ts',
      find: 'statement_timeout: statementTimeoutMs || false,',
      replace: 'statement_timeout: false,',
      test: { file: database, name: 'takes too long' },
    },
    {
      mistake: 'who waits for a connection waits a minute',
      file: 'server/database/connection.ts',
      find: 'acquireConnectionTimeout: acquireMs,',
      replace: '',
      test: { file: database, name: 'no connection is free' },
    },
  ),
  ...breaking(
    'R6',
    { file: processes, name: 'R6' },
    {
      mistake: 'connections are cut off at once',
      file: 'server/http/drainConnections.ts',
      find: '  server.close();\n',
      replace: '  server.close();\n  server.closeAllConnections();\n',
    },
    {
      mistake: '/readyz says ready to the end',
      file: 'server/http/monitoring.ts',
      find: 'if (isClosing()) {',
      replace: 'if (false) {',
    },
  ),
  ...breaking(
    'R7',
    { file: processes, name: 'R7' },
    {
      mistake: 'the lock of a killed server is in the way of the next',
      file: 'server/database/embedded/owner.ts',
      find: 'return current !== null && (identity === null || identity === current);',
      replace: 'return true;',
    },
    {
      mistake: 'a commit does not wait for the disk',
      file: 'server/database/embedded/postmaster.ts',
      find: '...(isThrowaway\n',
      replace: '...(isThrowaway || true\n',
      test: { file: embedded, name: 'no acknowledged row is lost' },
    },
    {
      mistake: 'a database that dies is not started again',
      file: 'server/database/embedded/watch.ts',
      find: 'if (processIdentity(pid) !== identity) await revive();',
      replace: '',
    },
  ),
  ...breaking(
    'R8',
    { file: migrations, name: '' },
    {
      mistake: 'starters do not go one after another',
      file: 'server/database/migrate.ts',
      find: `await trx.raw('select pg_advisory_xact_lock(?)', [lockKey]);`,
      replace: '',
      test: { file: migrations, name: 'two starters' },
    },
    {
      mistake: 'migrations are not one transaction',
      file: 'server/database/migrate.ts',
      find: 'const names = await db.transaction(migrateIn);',
      replace:
        'const [, names] = (await db.migrate.latest({ ...settings, disableTransactions: true })) as [number, string[]];',
      test: { file: migrations, name: 'killed in the middle' },
    },
  ),
  ...breaking(
    'R9',
    { file: backup, name: 'come back equal' },
    {
      mistake: 'a table is left out of backups',
      file: 'server/database/backup/shape.ts',
      find: "const leftOut = ['sessions',",
      replace: "const leftOut = ['item_likes', 'sessions',",
    },
    {
      mistake: 'times lose their fractions of a second',
      file: 'server/database/backup/shape.ts',
      find: "const texts = columns.map(() => '??::text')",
      replace:
        "const texts = columns.map(({ type }) => type.startsWith('timestamp') ? '??::timestamptz(0)::text' : '??::text')",
    },
  ),
  ...breaking(
    'R10',
    { file: nowhere, name: 'holds?' },
    {
      mistake: 'the log hides no token',
      file: 'server/shared/log.ts',
      find: 'redact: { paths: secretPaths, censor: censored },',
      replace: '',
    },
    {
      mistake: 'the value of a wrong setting stands in the message',
      file: 'server/config.ts',
      find: "reason: result.error.issues[0]?.message ?? 'is not valid', example",
      replace: 'reason: `${textOf(env, name)} is not valid`, example',
    },
    {
      mistake: 'a secret stands in a file of the project',
      file: 'deploy/nginx.conf',
      find: '# Each process gets TRUST_PROXY=1.',
      // In two parts: this file must not hold what it warns of.
      replace: `# AKIA${'2'.repeat(16)} Each process gets TRUST_PROXY=1.`,
    },
    {
      mistake: 'the page is told a secret where it should be told that there is one',
      file: 'server/domain/system/clientSettings.ts',
      find: 'telegramOpenId: Boolean(config.telegram?.clientSecret),',
      replace: 'telegramOpenId: config.telegram?.clientSecret as never,',
    },
  ),
  ...breaking(
    'R11',
    { file: supplyChain, name: '' },
    {
      mistake: 'a version may float',
      file: 'package.json',
      find: /"express": "(?=\d)/,
      replace: '"express": "^',
    },
    {
      mistake: 'an install script is neither allowed nor refused by name',
      file: 'package.json',
      find: '    "@parcel/watcher": false,\n',
      replace: '',
    },
    {
      mistake: 'a package is locked without a hash',
      file: 'package-lock.json',
      find: /(?<="node_modules\/node": \{\n {6}"version": "[^"]+",\n) {6}"integrity": "[^"]+",\n/,
      replace: '',
    },
    {
      mistake: 'the container installs what is newest',
      file: 'Dockerfile',
      find: 'RUN npm ci',
      replace: 'RUN npm install',
    },
    {
      mistake: 'a license that asks for more is allowed',
      file: 'scripts/licenses.ts',
      find: "  'Python-2.0',\n",
      replace: "  'Python-2.0',\n  'AGPL-3.0-or-later',\n",
    },
  ),
  ...breaking(
    'R12',
    { file: processes, name: 'R12' },
    {
      mistake: 'a request may take as long as it likes',
      file: 'server/http/listener.ts',
      find: 'requestTimeout: limits.requestMs,',
      replace: 'requestTimeout: 0,',
    },
    {
      mistake: 'connections are looked at twice a minute',
      file: 'server/http/listener.ts',
      find: '    connectionsCheckingInterval: limits.lookMs,\n',
      replace: '',
    },
  ),
  ...breaking(
    'R13',
    { file: upstreams, name: 'fails|figures' },
    {
      mistake: 'the address of Telegram’s API is ours',
      file: 'server/integrations/telegram/botConnection.ts',
      find: '        apiRoot: apiUrl,\n',
      replace: '',
    },
  ),
  ...breaking(
    'R14',
    { file: decisions, name: '' },
    {
      mistake: 'what was begun at the service is not taken back before something else is done',
      file: 'server/domain/sync/desk/resolutions.service.ts',
      find: 'if (held.intent?.action !== action) await writes.takeBack(held, hold, deadline);',
      replace: '',
    },
    {
      mistake: 'two decide about one item at once',
      file: 'server/domain/sync/desk/inconsistencies.store.ts',
      find: 'where other.item_id = mine.item_id and other.busy_until > clock_timestamp())',
      replace: 'where false and other.item_id = mine.item_id)',
    },
  ),
  ...breaking(
    'R15',
    { file: translations, name: 'R15' },
    {
      mistake: 'a text that failed is due again at once',
      file: 'server/domain/translations/round.ts',
      find: 'await tries.failed(open.id, clock());',
      replace: '',
    },
  ),
  ...breaking(
    'R16',
    { file: removals, name: 'in masses' },
    {
      mistake: 'each missing bookmark is asked for, however many there are',
      file: 'server/domain/sync/run/removals.ts',
      find: 'const askedSingly = 100;',
      replace: 'const askedSingly = 1_000_000;',
    },
  ),
  ...breaking(
    'R17',
    { file: jobs, name: 'the database is' },
    {
      mistake: 'a failure that cannot be written down is nobody’s',
      file: 'server/jobs/start.ts',
      find: '      preset: { worker: { failJobBatchDelay: 0 } },\n',
      replace: '',
      test: { file: 'server/jobs/start.test.ts', name: 'cannot be written down' },
    },
    {
      mistake: 'the end of a job is not written down while the database is away',
      file: 'server/jobs/taskList.ts',
      find: 'await whenWritable(pool, abortSignal, log).finally(() => atWork.delete(job.id));',
      replace: 'atWork.delete(job.id);',
      test: { file: 'server/jobs/start.test.ts', name: 'away is written down once' },
    },
  ),
  ...breaking('R18', { file: released, name: 'every row that the released server writes' }),
  ...breaking(
    'R19',
    { file: events, name: 'R19' },
    {
      mistake: 'a reader takes the events of the others out of their queues',
      file: 'server/domain/events/events.store.ts',
      find: 'delete from event_queue where reader = :reader and event_id = any(array(',
      replace: 'delete from event_queue where event_id = any(array(',
    },
    {
      mistake: 'two processes take events for one reader at once',
      file: 'server/domain/events/events.store.ts',
      find: ".where({ name }).forNoKeyUpdate().first('name')",
      replace: ".where({ name }).first('name')",
    },
  ),
  ...breaking(
    'R20',
    { file: inTelegram, name: 'counts once|at once|decides no more|14 days' },
    {
      mistake: 'a button is pressed by whoever has it',
      file: 'server/domain/access/accessMessages.service.ts',
      find: "if (message.telegramId !== person.id) return sayRefusal('foreign', language);",
      replace: '',
    },
    {
      mistake: 'a button decides on the request as it stands by then',
      file: 'server/domain/access/accessMessages.service.ts',
      find: 'if (facts.request.version !== message.version) {',
      replace: 'if (false) {',
    },
    {
      mistake: 'a button works for whom it was sent to, connected or not',
      file: 'server/domain/access/accessMessages.service.ts',
      find: 'if (member?.user.id !== message.userId)',
      replace: 'if (!member)',
    },
    {
      mistake: 'buttons work for ever',
      file: 'server/domain/access/accessMessages.store.ts',
      find: ".where({ id })\n      .where('expires_at', '>', now)",
      replace: '.where({ id })',
    },
  ),
  ...breaking(
    'R21',
    { file: complaintCases, name: 'closes by itself' },
    {
      mistake: 'a report closes since the link answers, whoever has seen it fail',
      file: 'server/domain/complaints/complaintCases.store.ts',
      find: "when 'broken_link' then (seen or reported_url <> items.source_url) and exists (",
      replace: "when 'broken_link' then exists (",
    },
    {
      mistake: 'two processes close the same reports',
      file: 'server/domain/complaints/complaintCases.store.ts',
      find: 'limit :limit for update of complaints skip locked',
      replace: 'limit :limit',
    },
  ),
  ...breaking(
    'R22',
    { file: streams, name: 'R22' },
    {
      mistake: 'what was announced while nobody listened is not looked for',
      file: 'server/database/listen.ts',
      find: "for (const tell of Object.values(heard)) tell('');",
      replace: '',
    },
    {
      mistake: 'a page that comes back is told only what comes',
      file: 'server/http/notificationStreams.ts',
      find: "placeOf(request.get('last-event-id')) ?? last",
      replace: 'last',
    },
    {
      mistake: 'two looks at once tell the same twice',
      file: 'server/http/notificationStream.ts',
      find: 'if (isLooking) {',
      replace: 'if (isOver()) {',
    },
    {
      mistake: 'a stream goes on after its session',
      file: 'server/http/notificationStream.ts',
      find: 'const viewer = await viewerNow();',
      replace: 'const viewer: Viewer = member;',
      test: { file: streams, name: 'signing out ends' },
    },
  ),
  ...breaking(
    'R6',
    { file: 'server/faults/streams.long.test.ts', name: 'R6' },
    {
      mistake: 'a server that ends waits for the pages that follow',
      file: 'server/main.ts',
      find: '    app.endStreams();\n',
      replace: '',
    },
  ),
  ...breaking(
    'R23',
    { file: webhooks, name: 'R23' },
    {
      mistake: 'what follows does not wait for what was refused',
      file: 'server/domain/webhooks/deliveries.store.ts',
      find: "where endpoint_id = :endpointId and state = 'waiting' order by subject, id limit 1)\n  union",
      replace:
        "where endpoint_id = :endpointId and state = 'waiting' and next_try_at <= :now order by subject, id limit 1)\n  union",
    },
    {
      mistake: 'any answer counts as a success',
      file: 'server/integrations/webhookSender/webhookSender.ts',
      find: 'if (status >= 200 && status <= 299) return',
      replace: 'if (status > 0) return',
    },
    {
      mistake: 'each try has an id of its own',
      file: 'server/domain/webhooks/deliveries.store.ts',
      find: 'set tries = tries + 1,',
      replace: 'set tries = tries + 1, webhook_id = gen_random_uuid(),',
    },
    {
      mistake: 'nothing is signed by the secret that signs',
      file: 'server/integrations/webhookSender/webhookSender.ts',
      find: 'new Webhook(secret).sign(id, at, body)',
      replace: 'new Webhook(secret).sign(id, at, `${body} `)',
    },
  ),
  ...breaking(
    'R24',
    { file: deliveries, name: 'R24' },
    {
      mistake: 'a message that is on its way is taken again',
      file: 'server/domain/notifications/deliveries.store.ts',
      find: 'set tries = tries + 1, next_try_at = :until',
      replace: 'set tries = tries + 1, next_try_at = :now',
    },
    {
      mistake: 'a message that was given up is told no more',
      file: 'server/domain/notifications/deliveries.store.ts',
      find: '.update({ message_id: null, due_at: null });',
      replace: '.delete();',
      test: { file: deliveries, name: 'takes nothing is tried' },
    },
    {
      mistake: 'what is tried again knows no quiet hours',
      file: 'server/domain/notifications/deliveries.service.ts',
      find: 'if (end > clock()) {',
      replace: 'if (end > clock() && message.tries === 1) {',
      test: { file: deliveries, name: 'falls into quiet hours' },
    },
  ),
];
