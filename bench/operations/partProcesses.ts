// Several processes behind nginx on one PostgreSQL: what a page costs, restarts, and what they share.
import type { Ground } from './ground.ts';
import { openHouse } from './house.ts';
import { restartInTurn } from './readers.ts';
import { exactly, zero, type Report } from './report.ts';
import { measureScaling, type PageCost } from './scaling.ts';
import { tryShared } from './shared.ts';

function printCosts(report: Report, what: string, costs: readonly PageCost[]): void {
  for (const cost of costs) {
    const { processes, perSecond, oursMs, postgresMs, statements, failures } = cost;
    const of = `${what}, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
    report.line(`${of}: pages a second`, perSecond.toFixed(0));
    report.line('  processor time of Loadout for a page', `${oursMs.toFixed(2)} ms`);
    report.line('  processor time of PostgreSQL for a page', `${postgresMs.toFixed(2)} ms`);
    report.line('  statements for a page', statements.toFixed(2));
    report.line('  failed pages', String(failures), zero(failures));
  }
}

export async function tryProcesses(ground: Ground, report: Report): Promise<void> {
  const { browsing, searching } = await measureScaling(ground);
  printCosts(report, 'Browsing', browsing);
  printCosts(report, 'Searching', searching);

  const house = await openHouse(ground, 2, { DATABASE_URL: ground.primaryUrl });
  try {
    const restarted = await restartInTurn(house, ground.people);
    report.line(
      `One process after the other restarts: failed of ${restarted.answers} pages`,
      String(restarted.failures),
      zero(restarted.failures),
    );
    const { sessions, writes, forged, reads, mails, syncs } = await tryShared(ground, house);
    report.line('A session of one process, at the other', sessions ? 'known' : 'unknown', {
      text: 'known',
      holds: sessions,
    });
    report.line(
      `Writes let through, ${2 * writes.limit} at once over both`,
      String(writes.passed),
      exactly(writes.limit, writes.passed),
    );
    report.line(
      'Sign-ins let through under 40 forged addresses',
      String(forged.passed),
      exactly(forged.limit, forged.passed),
    );
    report.line(`Reads let through, ${1.2 * reads.limit} over both`, String(reads.passed), {
      text: `< ${1.05 * reads.limit}`,
      holds: reads.passed < 1.05 * reads.limit,
    });
    report.line('Mails of 20 requests, sent by jobs', `${mails.arrived} / ${mails.wanted}`, {
      text: 'all',
      holds: mails.wanted === 20 && mails.arrived === mails.wanted,
    });
    report.line('  mails sent twice', String(mails.doubled), zero(mails.doubled));
    report.line(
      `Synchronisations begun, started ${syncs.starts} times at once`,
      String(syncs.begun),
      exactly(1, syncs.begun),
    );
  } finally {
    await house.close();
  }
}
