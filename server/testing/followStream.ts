// Client of server-sent events, as a browser reads them.
import { setTimeout as pause } from 'node:timers/promises';

interface StreamEvent {
  id: number | null;
  name: string;
  data: Record<string, unknown>;
}

export interface Followed {
  status: number;
  headers: Headers;
  /** Events so far. */
  events: StreamEvent[];
  /** Tells if the server has ended it. */
  isOver(): boolean;
  leave(): void;
}

function eventOf(text: string): StreamEvent | null {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
  const [id, name, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (name === undefined || data === undefined) return null;
  return {
    id: id === undefined ? null : Number(id),
    name,
    data: JSON.parse(data) as Record<string, unknown>,
  };
}

/** Opens a stream; resolves when the headers arrive. */
export async function followStream(
  url: string,
  headers: Record<string, string>,
): Promise<Followed> {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers, signal: leaving.signal });
  const events: StreamEvent[] = [];
  let isOver = false;
  const read = async (): Promise<void> => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) {
      const parts = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const event = eventOf(part);
        if (event) events.push(event);
      }
    }
  };
  read()
    .catch(() => null)
    .finally(() => (isOver = true));
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    isOver: () => isOver,
    leave: () => leaving.abort(),
  };
}

const patienceMs = 20_000;

/** Waits until a condition holds. @throws when it does not in time */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('It did not come');
    await pause(10);
  }
}
