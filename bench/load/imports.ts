// An export of ten thousand bookmarks of somebody's own: looked at, then brought in, as the page does both.
import { setTimeout as pause } from 'node:timers/promises';
import { call } from './calls.ts';
import type { Person } from './people.ts';

export const importedRows = 10_000;

const words = ['voice', 'текст', 'design', 'перевод', 'code', 'картинки', 'video', 'данные'];

/** An export as Raindrop writes it; every round brings other addresses. */
export function exportOf(round: number): { name: string; base64: string }[] {
  const rows = Array.from({ length: importedRows }, (_, at) => {
    const id = 50_000_000 + round * importedRows + at;
    const [one, two] = [words[at % words.length], words[(at >> 3) % words.length]];
    return `${id},Brought ${id},Принёс ${one} ${two},What ${one} does for ${two} and number ${id},https://brought${id}.example.com/,,"own, ${one}",2026-01-01T00:00:00.000Z,,,false`;
  });
  const header = 'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite';
  const text = [header, ...rows].join('\n');
  return [{ name: 'own.csv', base64: Buffer.from(text).toString('base64') }];
}

interface Preview {
  previewImport: { counts: { new: number } };
}

interface Status {
  syncStatus: { state: string; error: string | null; counts: { new: number } };
}

/** Looks at an export; answers the milliseconds. @throws when not every row is new */
export async function lookAt(
  url: string,
  admin: Person,
  files: ReturnType<typeof exportOf>,
): Promise<number> {
  const { data, ms } = await call<Preview>(url, admin, 'LookAtImport', { files, page: 0 });
  const { new: fresh } = data.previewImport.counts;
  if (fresh !== importedRows) throw new Error(`The preview names ${fresh} new bookmarks`);
  return ms;
}

/** Brings an export in; answers the milliseconds. @throws when it did not bring everything */
export async function bringIn(
  url: string,
  admin: Person,
  files: ReturnType<typeof exportOf>,
): Promise<number> {
  const startedAt = performance.now();
  await call(url, admin, 'BringIn', { files, kinds: ['new'], leaveOut: [], take: [] });
  for (;;) {
    await pause(200);
    const { data } = await call<Status>(url, admin, 'SyncRunStatus', {});
    const { state, error, counts } = data.syncStatus;
    if (state === 'running') continue;
    if (error || counts.new !== importedRows)
      throw new Error(`The import brought ${counts.new}: ${error}`);
    return performance.now() - startedAt;
  }
}
