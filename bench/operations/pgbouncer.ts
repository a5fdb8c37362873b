// PgBouncer in transaction mode, with the file that deploy/ ships: only addresses are replaced.
import { chmodSync, mkdirSync, readFileSync, writeFileSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { runAsFor } from '../../server/database/embedded/place.ts';
import { freePort } from '../../server/shared/freePort.ts';
import type { Ground } from './ground.ts';
import type { Front } from './haproxy.ts';
import { replaceIn, startProgram } from './program.ts';

const sample = join(import.meta.dirname, '../../deploy/pgbouncer.ini');

export async function startPgbouncer({ tools, folder, primaryUrl }: Ground): Promise<Front> {
  const port = await freePort();
  const home = join(folder, 'pgbouncer');
  mkdirSync(home);
  chmodSync(home, 0o755);
  const { username, password, port: databasePort } = new URL(primaryUrl);
  const users = join(home, 'userlist.txt');
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  const runAs = runAsFor(join(folder, 'nowhere'));
  if (runAs) chownSync(users, runAs.uid, runAs.gid);
  let text = readFileSync(sample, 'utf8');
  text = replaceIn(text, /port=5432/, `port=${databasePort}`);
  text = replaceIn(text, /listen_port = \d+/, `listen_port = ${port}\nunix_socket_dir =`);
  text = replaceIn(text, /auth_file = .*/, `auth_file = ${users}\nlogfile = /dev/null`);
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(file, text);
  const program = await startProgram(tools.pgbouncer, ['-q', file], port, runAs);
  const url = new URL(primaryUrl);
  url.port = String(port);
  return { url: url.href, stop: program.stop };
}
