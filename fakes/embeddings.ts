// Fake embedding model with an OpenAI-compatible API, a deterministic encoder, and faults on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Fault =
  /** After a minute. */
  | 'slow'
  /** 429. */
  | 'busy'
  | 'error500'
  /** 401. */
  | 'unauthorized'
  /** Vectors of another length. */
  | 'wrongDimension'
  /** No JSON. */
  | 'malformed'
  /** Fewer vectors than texts. */
  | 'tooFew';

interface ReceivedRequest {
  model: string;
  texts: string[];
  authorization: string | null;
}

export interface FakeEmbeddings {
  /** For `EMBEDDINGS_URL`: ends with /v1. */
  url: string;
  requests: ReceivedRequest[];
  /** Sets a fault for a number of calls, without end by default; null removes it. */
  setFault(how: Fault | null, times?: number): void;
  /** Encodes a text that contains the first phrase like the second. */
  setMeaning(phrase: string, meaning: string): void;
  close(): Promise<void>;
}

const dimension = 256;

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return value;
}

/** Hashes the four-character n-grams of each distinct word; another model hashes differently. */
function encode(model: string, text: string): number[] {
  const vector = Array.from({ length: dimension }, () => 0);
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
  const grams = [...words].flatMap((word) => {
    const whole = `_${word}_`;
    return Array.from({ length: Math.max(1, whole.length - 3) }, (_gram, at) =>
      whole.slice(at, at + 4),
    );
  });
  for (const gram of grams.length > 0 ? grams : ['']) {
    const value = hash(`${model} ${gram}`);
    vector[value % dimension]! += value & 0x10000 ? 1 : -1;
  }
  return vector;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const refusal = (message: string) => ({ error: { message, type: 'invalid_request_error' } });

const statusOf: Partial<Record<Fault, number>> = { busy: 429, error500: 500, unauthorized: 401 };

function listOf(model: string, vectors: readonly number[][], how: Fault | null) {
  const data = vectors.slice(how === 'tooFew' ? 1 : 0).map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: vector.slice(how === 'wrongDimension' ? 1 : 0),
  }));
  return { object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } };
}

/** Starts the fake on the loopback address. */
export async function startFakeEmbeddings({ port = 0 } = {}): Promise<FakeEmbeddings> {
  const requests: ReceivedRequest[] = [];
  const meanings = new Map<string, string>();
  const closing = new AbortController();
  let current: { how: Fault; left: number } | null = null;

  const takeFault = (): Fault | null => {
    if (!current) return null;
    const { how } = current;
    current.left -= 1;
    if (current.left <= 0) current = null;
    return how;
  };

  const meaningOf = (text: string): string =>
    [...meanings].find(([phrase]) => text.toLowerCase().includes(phrase.toLowerCase()))?.[1] ??
    text;

  async function embed(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { model, input } = JSON.parse(await readBody(request)) as {
      model: string;
      input: string | string[];
    };
    const texts = [input].flat();
    requests.push({ model, texts, authorization: request.headers.authorization ?? null });
    const how = takeFault();
    const status = how && statusOf[how];
    if (status) return send(response, status, refusal(how));
    if (how === 'malformed') return send(response, 200, 'Once upon a time');
    if (how === 'slow') await wait(60_000, undefined, { signal: closing.signal, ref: false });
    const encoded = texts.map((text) => encode(model, meaningOf(text)));
    send(response, 200, listOf(model, encoded, how));
  }

  const server = createServer((request, response) => {
    const answer =
      request.method === 'POST' && request.url === '/v1/embeddings'
        ? embed(request, response)
        : Promise.resolve(send(response, 404, refusal(`There is no ${request.url ?? ''}`)));
    answer.catch((error: unknown) => {
      if (closing.signal.aborted) response.destroy();
      else send(response, 400, refusal(String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    setFault(how, times = Infinity) {
      current = how && { how, left: times };
    },
    setMeaning: (phrase, meaning) => void meanings.set(phrase, meaning),
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
