// Process that opens the embedded database of a folder and prints its address, for tests that kill it. With a second argument
// `write` it inserts rows and prints the number of each acknowledged one.
import { openDatabase } from '../database/connection.ts';
import { openEmbeddedDatabase } from '../database/embedded/embedded.ts';
import { createLog } from '../shared/log.ts';

const [dataDir = '', task] = process.argv.slice(2);
const log = createLog({ level: 'error', destination: process.stderr });
const embedded = await openEmbeddedDatabase({ dataDir, log });
console.log(JSON.stringify({ url: embedded.url, adopted: embedded.adopted }));

process.on('SIGTERM', () => void embedded.stop().then(() => process.exit(0)));
// Also keeps the process alive.
process.stdin.resume();

if (task === 'write') {
  const db = openDatabase(embedded.url, { log });
  await db.raw('create table if not exists acknowledged (id int primary key)');
  for (let id = 1; ; id += 1) {
    await db('acknowledged').insert({ id });
    console.log(id);
  }
}
