// Client of an OpenAI-compatible /embeddings endpoint that validates the answers.
import OpenAI from 'openai';
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import {
  EmbeddingError,
  type Embedder,
  type EmbeddingRequest,
} from '../../modules/search/search.module.ts';
import type { Clock } from '../../shared/clock.ts';
import { callThroughBreaker, createCircuitBreaker } from '../circuitBreaker.ts';
import { boundedFetch } from '../upstreamFetch.ts';
import type { LastCallHealth } from '../../shared/healthProbe.ts';

export interface EmbeddingSettings {
  /** Ends with /v1. */
  url: string;
  model: string;
  key: string | null;
  hiddenTexts: boolean;
}

const { answerBytes, maxDimension } = limits.embeddings;

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0),
      embedding: z.array(z.number()).min(1).max(maxDimension),
    }),
  ),
});

/** The vector scaled to length 1; null for a zero vector. */
function normalised(numbers: readonly number[]): Float32Array | null {
  const length = Math.hypot(...numbers);
  return length > 0 && Number.isFinite(length)
    ? Float32Array.from(numbers, (value) => value / length)
    : null;
}

const wrongAnswer = (detail: string, cause?: unknown): EmbeddingError =>
  new EmbeddingError('answer', `The embedding model ${detail}.`, cause);

/** The vectors in the order of the texts. @throws EmbeddingError `answer` */
function vectorsOf(
  answer: unknown,
  { texts, dimension }: Pick<EmbeddingRequest, 'texts' | 'dimension'>,
): Float32Array[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw wrongAnswer('does not answer as it must', parsed.error);
  const byIndex = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  if (byIndex.size !== texts.length || parsed.data.data.length !== texts.length)
    throw wrongAnswer('answers another number of vectors than it was given texts');
  const wanted = dimension ?? byIndex.get(0)?.length;
  return texts.map((_text, place) => {
    const numbers = byIndex.get(place);
    if (!numbers) throw wrongAnswer('does not say which vector is of which text');
    if (numbers.length !== wanted)
      throw wrongAnswer(
        `answers vectors of ${numbers.length} numbers where those of the services have ${wanted}`,
      );
    const vector = normalised(numbers);
    if (!vector) throw wrongAnswer('answers a vector without a direction');
    return vector;
  });
}

/** The `EmbeddingError` for an error thrown by the SDK. */
function errorOf(error: unknown, signal: AbortSignal): EmbeddingError {
  if (error instanceof EmbeddingError) return error;
  if (signal.aborted || error instanceof OpenAI.APIConnectionTimeoutError)
    return new EmbeddingError('slow', 'The embedding model did not answer in time.', error);
  if (error instanceof OpenAI.APIConnectionError)
    return new EmbeddingError('away', 'The embedding model cannot be reached.', error);
  const status = error instanceof OpenAI.APIError ? Number(error.status) : NaN;
  if (status === 429) return new EmbeddingError('busy', 'The embedding model is busy.', error);
  if (status === 400 || status === 413 || status === 422)
    return new EmbeddingError('text', `The embedding model refuses a text with ${status}.`, error);
  if (status >= 500)
    return new EmbeddingError('away', `The embedding model answers ${status}.`, error);
  if (status >= 400)
    return new EmbeddingError('refused', `The embedding model refuses us with ${status}.`, error);
  return wrongAnswer('does not answer as it must', error);
}

const isDown = (error: unknown): boolean =>
  error instanceof EmbeddingError && ['away', 'slow', 'busy'].includes(error.fault);

const circuitOpen = (): EmbeddingError =>
  new EmbeddingError(
    'away',
    'The embedding model failed repeatedly and is left alone for a moment.',
  );

interface Options extends Pick<EmbeddingSettings, 'url' | 'key'> {
  clock: Clock;
  outcome: LastCallHealth;
  timeoutMs: number;
}

export function createEmbedder({ url, key, clock, outcome, timeoutMs }: Options): Embedder {
  const client = new OpenAI({
    baseURL: url,
    // The SDK requires a key.
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: boundedFetch(answerBytes),
    logLevel: 'off',
  });
  const breaker = createCircuitBreaker(clock);
  return {
    async embed({ texts, model, dimension, signal: stop }) {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      const call = async (): Promise<Float32Array[]> => {
        try {
          const answer = await client.embeddings.create(
            // Some servers do not support base64, the SDK's default.
            { model, input: [...texts], encoding_format: 'float' },
            { signal },
          );
          return vectorsOf(answer, { texts, dimension });
        } catch (error) {
          throw errorOf(error, signal);
        }
      };
      try {
        const vectors = await callThroughBreaker(breaker, { openError: circuitOpen, isDown }, call);
        outcome.recordSuccess();
        return vectors;
      } catch (error) {
        outcome.recordFailure(error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
  };
}
