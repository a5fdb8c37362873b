// Program that fills the data folder DATA_DIR as a first start with the demo does.
import { readConfig, readEnvironment } from '../server/config/config.ts';
import { openConfiguredDatabase } from '../server/database/openConfiguredDatabase.ts';
import { loadDemoCatalogue } from '../server/modules/demo/seed/demoSeed.ts';
import { createLog } from '../server/shared/log.ts';

const config = readConfig(readEnvironment());
const log = createLog(config.log);
const { db, close } = await openConfiguredDatabase(config, log);
await loadDemoCatalogue(db, log, { hasSource: false, developerSignIn: true });
await close();
