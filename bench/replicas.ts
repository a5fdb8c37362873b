// npm run bench:replicas: two server processes behind nginx, on a PostgreSQL with a streaming replica. Prints the throughput
// of one process against two, and whether everything stays right while the replica lags, is killed, or a process restarts.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { errorMessage } from '../server/shared/errorCode.ts';
import { openBed } from './replicas/bed.ts';
import { killReplica, restartServers } from './replicas/interruptions.ts';
import { tryLagging } from './replicas/lagging.ts';
import { tryShared } from './replicas/shared.ts';
import { measureThroughput, median } from './replicas/throughput.ts';
import { findTools, type Tools } from './replicas/tools.ts';

const { values } = parseArgs({ options: { items: { type: 'string', default: '10000' } } });

let tools: Tools;
try {
  tools = findTools(process.env['PATH'] ?? '');
} catch (error) {
  console.error(errorMessage(error));
  process.exit(1);
}

const missed: string[] = [];
function print(what: string, measured: string, target?: { text: string; holds: boolean }): void {
  if (target && !target.holds) missed.push(what);
  const verdict = target ? `${target.text.padEnd(9)} ${target.holds ? 'held' : 'MISSED'}` : '';
  console.log(`${what.padEnd(62)} ${measured.padStart(12)}   ${verdict}`.trimEnd());
}
const zero = (count: number) => ({ text: '0', holds: count === 0 });
const all = ({ tries, right }: { tries: number; right: number }) => ({
  text: 'all',
  holds: tries > 0 && right === tries,
});

const bed = await openBed(tools, Number(values.items));
try {
  const cores = cpus();
  console.log(
    `\nPostgreSQL ${bed.pair.version} with one streaming replica, ${values.items} items, two processes behind nginx, everything on this machine: ${cores.length} cores (${cores[0]?.model ?? 'unknown'})\n`,
  );
  const { one, two, onReplica } = await measureThroughput(bed);
  const ratio = median(two.map((round, place) => round.perSecond / (one[place]?.perSecond ?? 1)));
  const rate = (rounds: typeof one) => median(rounds.map(({ perSecond }) => perSecond)).toFixed(0);
  print('Pages a second, 20 at once: one process', rate(one));
  print('Pages a second, 20 at once: two processes', rate(two));
  print('Two against one, median of the rounds by turns', `x ${ratio.toFixed(2)}`);
  print('97.5 % within, one process', `${median(one.map(({ p97 }) => p97))} ms`);
  print('97.5 % within, two processes', `${median(two.map(({ p97 }) => p97))} ms`);
  const failures = [...one, ...two].reduce((sum, round) => sum + round.failures, 0);
  print('Failed pages', String(failures), zero(failures));
  print(
    'Statements of the catalogue that the replica answered',
    `${(100 * onReplica).toFixed(0)} %`,
  );

  const lagging = await tryLagging(bed);
  const tally = ({ tries, right }: { tries: number; right: number }) => `${right} / ${tries}`;
  print('The replica stands still: statements it still answers', String(lagging.onReplica));
  print(
    '  own likes read back, through each process',
    tally(lagging.ownWrites),
    all(lagging.ownWrites),
  );
  print(
    '  hidden services not seen, through each process',
    tally(lagging.hidden),
    all(lagging.hidden),
  );
  print('  failed answers', String(lagging.errors), zero(lagging.errors));

  const killed = await killReplica(bed);
  print(
    `The replica is killed and started: failed of ${killed.answers} pages`,
    String(killed.failures),
    zero(killed.failures),
  );
  print('  slowest page', `${killed.slowestMs.toFixed(0)} ms`);
  print('  read again after its start', `${killed.backAfter.toFixed(1)} s`);
  const restarted = await restartServers(bed);
  print(
    `One process after the other restarts: failed of ${restarted.answers} pages`,
    String(restarted.failures),
    zero(restarted.failures),
  );

  const shared = await tryShared(bed);
  print('A session of one process, at the other', shared.sessions ? 'known' : 'unknown', {
    text: 'known',
    holds: shared.sessions,
  });
  const exact = (name: string, { limit, passed }: { limit: number; passed: number }) =>
    print(name, String(passed), { text: String(limit), holds: passed === limit });
  exact('Writes let through, 120 at once over both', shared.writes);
  exact('Sign-ins let through under 40 forged addresses', shared.forged);
  const { limit, passed } = shared.reads;
  print('Reads let through, 720 over both', String(passed), {
    text: `< ${1.05 * limit}`,
    holds: passed < 1.05 * limit,
  });
  const { wanted, arrived, doubled } = shared.mails;
  print('Mails of 20 requests, sent by jobs', `${arrived} / ${wanted}`, {
    text: 'all',
    holds: wanted === 20 && arrived === wanted,
  });
  print('  mails sent twice', String(doubled), zero(doubled));
  print(
    `Synchronisations begun, started ${shared.syncs.starts} times at once`,
    String(shared.syncs.begun),
    {
      text: '1',
      holds: shared.syncs.begun === 1,
    },
  );
} finally {
  await bed.close();
}
console.log(missed.length === 0 ? '\nEverything held.' : `\nMissed: ${missed.join('; ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;
