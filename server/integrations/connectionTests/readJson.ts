// One JSON document from another server, within a time; every way in which it does not come is a fault with a name.
import type { z } from 'zod';
import type { SetupFault } from '../../modules/setup/setup.ts';
import { TryFailure } from '../../modules/setup/connectionTests.ts';
import { upstreamFetch } from '../upstreamFetch.ts';

/** What a status says that is no success. */
function faultOfStatus(status: number): SetupFault {
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unreachable' : 'refused';
}

/** The JSON of an answer, read by its schema. @throws TryFailure */
export async function readJson<Schema extends z.ZodType>(
  address: string,
  init: RequestInit,
  schema: Schema,
  timeoutMs: number,
): Promise<z.output<Schema>> {
  const signal = AbortSignal.timeout(timeoutMs);
  let body: unknown;
  try {
    const response = await upstreamFetch(address, { ...init, signal, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      throw new TryFailure(faultOfStatus(response.status));
    }
    const text = await response.text();
    try {
      body = JSON.parse(text);
    } catch {
      throw new TryFailure('nonsense');
    }
  } catch (error) {
    if (error instanceof TryFailure) throw error;
    throw new TryFailure(signal.aborted ? 'tooLate' : 'unreachable', error);
  }
  const read = schema.safeParse(body);
  if (!read.success) throw new TryFailure('nonsense');
  return read.data;
}
