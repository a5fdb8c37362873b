// The primary is lost under load, behind HAProxy.
import { tryFailover, type Act } from './failover.ts';
import type { Ground } from './ground.ts';
import { startHaproxy } from './haproxy.ts';
import { openHouse } from './house.ts';
import { exactly, zero, type Report } from './report.ts';

const processes = 2;
const backWithinMs = 5_000;

function statusesOf(acts: readonly Act[]): string {
  const counts = new Map<number, number>();
  for (const { status } of acts) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status === 0 ? 'none' : status}`)
    .join(', ');
}

export async function tryLosingThePrimary(ground: Ground, report: Report): Promise<void> {
  const front = await startHaproxy(ground);
  try {
    const house = await openHouse(ground, processes, {
      DATABASE_URL: front.url,
      // The jobs say so of each try, and there are many.
      LOG_LEVEL: 'fatal',
    });
    try {
      const pids = house.servers.map((one) => one.pid());
      const outcome = await tryFailover(ground, house);
      const { acts: all, killedAt, promotedAt, acknowledged, lost, mails } = outcome;
      const acts = all.filter(({ isWrite }) => isWrite);
      const reads = all.filter(({ isWrite, at }) => !isWrite && at >= killedAt);
      const failedReads = reads.filter(({ status }) => status !== 200);
      const before = acts.filter(({ at }) => at < killedAt);
      const after = acts.filter(({ at }) => at >= killedAt);
      const isGood = ({ status }: Act) => status === 200 || status === 409;
      const failures = after.filter((act) => !isGood(act));
      const firstGood = after.find((act) => isGood(act) && act.at > promotedAt);
      const lastFailure = failures.at(-1);
      const seconds = (at: number | undefined) =>
        at === undefined ? 'never' : `${((at - promotedAt) / 1_000).toFixed(1)} s`;

      report.line('Writes before the primary is killed', statusesOf(before), {
        text: 'all 200',
        holds: before.length > 0 && before.every(({ status }) => status === 200),
      });
      report.line('Writes from then on that were not done', statusesOf(failures), {
        text: 'only 503',
        holds: failures.length > 0 && failures.every(({ status }) => status === 503),
      });
      report.line('  the first that is done after the promotion', seconds(firstGood?.at), {
        text: '< 5 s',
        holds: firstGood !== undefined && firstGood.at - promotedAt < backWithinMs,
      });
      report.line('  the last that is not', seconds(lastFailure?.at), {
        text: '< 5 s',
        holds: lastFailure !== undefined && lastFailure.at - promotedAt < backWithinMs,
      });
      report.line(
        `Reads from then on, of ${reads.length}, that were not answered`,
        statusesOf(failedReads),
        {
          text: 'only 503',
          holds: failedReads.every(({ status }) => status === 503),
        },
      );
      report.line('  the last of them after the promotion', seconds(failedReads.at(-1)?.at), {
        text: '< 5 s',
        holds: failedReads.every(({ at }) => at - promotedAt < backWithinMs),
      });
      report.line(
        `Likes that were answered with 200, of ${acknowledged.likes}: lost`,
        String(lost.likes),
        zero(lost.likes),
      );
      report.line(
        `Decisions that were answered with 200, of ${acknowledged.decisions}: lost`,
        String(lost.decisions),
        zero(lost.decisions),
      );
      report.line(
        'Mails of 20 requests then, sent by jobs',
        String(mails.arrived),
        exactly(20, mails.arrived),
      );
      report.line('  mails sent twice', String(mails.doubled), zero(mails.doubled));
      const restarted = house.servers.filter(
        (one, place) => one.pid() !== pids[place] || !one.isRunning(),
      ).length;
      report.line(
        'Processes of Loadout that ended or were restarted',
        String(restarted),
        zero(restarted),
      );
    } finally {
      await house.close();
    }
  } finally {
    await front.stop();
  }
}
