// Several processes of Loadout behind nginx, as an installation runs them.
import { join } from 'node:path';
import { freePort } from '../../server/shared/freePort.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { createClosers, type Ground } from './ground.ts';
import { startServerProcess, type ServerProcess } from './processes.ts';

export interface House {
  servers: ServerProcess[];
  balancer: Balancer;
  close(): Promise<void>;
}

/**
 * @param count of processes
 * @param settings those that lead to the database, at the least
 */
export async function openHouse(
  { tools, folder, mail, raindrop }: Ground,
  count: number,
  settings: Record<string, string>,
): Promise<House> {
  const closers = createClosers();
  try {
    const port = await freePort();
    const servers: ServerProcess[] = [];
    for (let place = 0; place < count; place += 1) {
      // One after the other: the first prepares what is not built yet.
      const server = await startServerProcess(await freePort(), {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATA_DIR: join(folder, `process-${place}`),
        RAINDROP_URL: raindrop.url,
        RAINDROP_TOKEN: raindrop.token,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Loadout <loadout@example.com>',
        ACCESS_REQUESTS_TO: 'it@example.com',
        ...settings,
      });
      closers.add(() => server.stop());
      servers.push(server);
    }
    const balancer = await startBalancer({
      nginx: tools.nginx,
      folder,
      port,
      processes: servers.map((one) => one.port),
    });
    closers.add(() => balancer.stop());
    return { servers, balancer, close: closers.close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
