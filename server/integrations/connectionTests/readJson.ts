// HTTP request for JSON, with a fault code for every failure.
import type { z } from 'zod';
import { type SetupFault, ConnectionTestError } from '../../modules/setup/setup.ts';
import { upstreamFetch } from '../upstreamFetch.ts';

function faultOfStatus(status: number): SetupFault {
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unreachable' : 'refused';
}

/** Reads a JSON response by its schema. @throws ConnectionTestError */
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
      throw new ConnectionTestError(faultOfStatus(response.status));
    }
    const text = await response.text();
    try {
      body = JSON.parse(text);
    } catch {
      throw new ConnectionTestError('nonsense');
    }
  } catch (error) {
    if (error instanceof ConnectionTestError) throw error;
    throw new ConnectionTestError(signal.aborted ? 'tooLate' : 'unreachable', error);
  }
  const read = schema.safeParse(body);
  if (!read.success) throw new ConnectionTestError('nonsense');
  return read.data;
}
