// Counts the SQL statements of Loadout where nothing can hide: on the line between it and the database.
import { connect, createServer, type AddressInfo } from 'node:net';

export interface StatementCounter {
  /** The address of the database, through the counter. */
  url: string;
  /** Statements that have passed so far. */
  count(): number;
  close(): void;
}

/** Frontend messages that run a statement: Query, and Execute of a prepared one. */
const running = new Set(['Q'.charCodeAt(0), 'E'.charCodeAt(0)]);

/** Follows the messages of one connection, however they are cut into pieces. */
function follow(onStatement: () => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      // The first message has no type.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      if (isStarted && running.has(rest[0] ?? 0)) onStatement();
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}

/** Opens the counter in front of a database. */
export async function openStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  let statements = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const look = follow(() => {
      statements += 1;
    });
    client.on('data', look);
    client.pipe(database).pipe(client);
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.once('error', end).once('close', end);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, count: () => statements, close: () => void server.close() };
}
