// Vectors of a batch of texts: retries failed calls, and embeds texts one by one when the model refuses one.
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../../../config/limits.ts';
import { EmbeddingError } from './embedder.ts';

const { retryMs, shortCharacters } = limits.embeddings;

/** @throws EmbeddingError */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

const isOf = (error: unknown, ...faults: EmbeddingError['fault'][]): boolean =>
  error instanceof EmbeddingError && faults.includes(error.fault);

/** Retries a call that may succeed soon. @throws EmbeddingError */
async function embedWithRetry(
  embed: Embed,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  for (const pause of retryMs) {
    try {
      return await embed(texts, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOf(error, 'busy', 'away')) throw error;
      await wait(pause * (1 + Math.random()), undefined, { signal });
    }
  }
  return embed(texts, signal);
}

/** The vector of one text, or of its beginning when the text is too long; null when the model refuses both. */
async function embedSingle(
  embed: Embed,
  text: string,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  for (const part of new Set([text, text.slice(0, shortCharacters)])) {
    try {
      return (await embedWithRetry(embed, [part], signal))[0]!;
    } catch (error) {
      if (!isOf(error, 'text')) throw error;
    }
  }
  return null;
}

/** A vector for each text; null for texts that the model refuses. @throws EmbeddingError */
export async function embedBatch(
  embed: Embed,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  try {
    return await embedWithRetry(embed, texts, signal);
  } catch (error) {
    if (!isOf(error, 'text')) throw error;
  }
  const alone: (Float32Array | null)[] = [];
  for (const text of texts) alone.push(await embedSingle(embed, text, signal));
  return alone;
}
