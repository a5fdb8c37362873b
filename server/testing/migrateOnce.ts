// A starter of its own process, for tests that kill it: migrates the database whose address it is given.
import { openDatabase } from '../database/connection.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { createLog } from '../shared/log.ts';

const db = openDatabase(process.argv[2] ?? '');
console.log('starting');
await migrateToLatest(db, createLog({ level: 'warn' }));
await db.destroy();
