// Listening on the configured address; errors name the wrong setting.
import { once } from 'node:events';
import type { Server } from 'node:net';
import { ConfigError } from '../../config/config.ts';
import { settings } from '../../config/settings.ts';
import { errorCode } from '../../shared/errorCode.ts';

/** Another process listens on the port. */
export class PortInUseError extends Error {
  constructor(port: number) {
    super(`The port ${port} is in use. Stop what listens there, or choose another: PORT=…`);
    this.name = 'PortInUseError';
  }
}

/** The wrong setting and the reason, by error code of the system. */
const wrongSettings: Record<string, { name: 'HOST' | 'PORT'; reason: string }> = {
  EADDRNOTAVAIL: { name: 'HOST', reason: 'is no address of this machine' },
  EAFNOSUPPORT: { name: 'HOST', reason: 'is an address of a kind that this machine does not have' },
  EINVAL: { name: 'HOST', reason: 'is no address that can be listened on' },
  ENOTFOUND: { name: 'HOST', reason: 'is a name of which no address is known' },
  EAI_AGAIN: { name: 'HOST', reason: 'is a name of which no address is known' },
  EACCES: {
    name: 'PORT',
    reason: 'may not be listened on by this user; below 1024 it takes rights',
  },
};

/**
 * Listens; a null host means all addresses of the machine, port 0 a free one.
 *
 * @param onError handles later failures, such as a connection without a free file descriptor; open connections continue
 * @throws ConfigError that names HOST or PORT, PortInUseError
 */
export async function listenOnAddress(
  server: Server,
  { host, port }: { host: string | null; port: number },
  onError: (error: Error) => void,
): Promise<void> {
  server.listen({ port, ...(host === null ? {} : { host }) });
  try {
    await once(server, 'listening');
    server.on('error', onError);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') throw new PortInUseError(port);
    const wrong = wrongSettings[code];
    if (!wrong) throw error;
    throw new ConfigError([{ ...wrong, example: settings[wrong.name].example }]);
  }
}
