// A program of its own: makes the data folder DATA_DIR as the first start of a product does, with the demo, and leaves it.
import { readConfig, readEnvironment } from '../server/config/config.ts';
import { openConfiguredDatabase } from '../server/database/openConfiguredDatabase.ts';
import { loadDemoCatalogue } from '../server/modules/demo/seed/demoSeed.ts';
import { createLog } from '../server/shared/log.ts';

const config = readConfig(readEnvironment());
const log = createLog(config.log);
const { db, close } = await openConfiguredDatabase(config, log);
await loadDemoCatalogue(db, log, { hasSource: false, developerSignIn: true });
await close();
