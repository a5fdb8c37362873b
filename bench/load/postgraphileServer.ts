// Competitor: PostGraphile 5 over the same rows, started as documented. Prints its port; reads DATABASE_URL.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { limits } from '../../server/config/limits.ts';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env['DATABASE_URL'] ?? '',
      schemas: ['bench'],
      poolConfig: { max: limits.database.poolMax },
    }),
  ],
  grafserv: { watch: false, graphiql: false },
  grafast: { explain: false },
});

const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void instance.release();
});
