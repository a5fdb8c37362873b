// Process that migrates the given database, for tests that kill it.
import { openDatabase } from '../database/connection.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { createLog } from '../shared/log.ts';

const db = openDatabase(process.argv[2] ?? '');
console.log('starting');
await migrateToLatest(db, createLog({ level: 'warn' }));
await db.destroy();
