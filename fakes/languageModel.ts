// Fake language model with an OpenAI-compatible API, and faults on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerTo, type ModelQuestion } from './languageModel/answers.ts';

export type Fault =
  /** No JSON. */
  | 'malformed'
  /** JSON of another shape. */
  | 'offSchema'
  /** The right shape with an empty text. */
  | 'blank'
  /** After a minute. */
  | 'slow'
  /** More than anybody should read. */
  | 'huge'
  | 'error500'
  /** 429. */
  | 'busy'
  /** 401. */
  | 'unauthorized'
  /** Refuses the text as too long for it, with 400. */
  | 'tooLong'
  /** Refuses every response_format, as simple servers do. */
  | 'noFormat'
  /** Follows instructions in the data, and repeats its own instruction. */
  | 'obeysText';

interface ReceivedQuestion {
  model: string;
  authorization: string | null;
  format: string;
  /** The whole body as received. */
  body: string;
  asked: ModelQuestion;
}

export interface FakeLanguageModel {
  /** For `LANGUAGE_MODEL_URL`: ends with /v1. */
  url: string;
  questions: ReceivedQuestion[];
  /** Sets a fault for a number of calls, without end by default; null removes it. */
  setFault(how: Fault | null, times?: number): void;
  /** Sets the answer to every question; null restores the usual answers. */
  setAnswer(answer: unknown): void;
  close(): Promise<void>;
}

interface ChatRequest {
  model?: string;
  messages?: { role: string; content: string }[];
  response_format?: { type: string };
}

function askedBy({ messages = [] }: ChatRequest): ModelQuestion {
  const instruction = messages.find((message) => message.role === 'system')?.content ?? '';
  const given = messages.find((message) => message.role === 'user')?.content ?? '';
  const data = /^BEGIN (\w+)\n([\s\S]*)\nEND \1$/.exec(given)?.[2] ?? '{}';
  return {
    task: /^Task: (\w+)$/m.exec(instruction)?.[1] ?? '',
    instruction,
    data: JSON.parse(data) as ModelQuestion['data'],
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const refusal = (message: string, type: string) => ({
  error: { message, type, param: null, code: null },
});

const completion = (model: string, content: string) => ({
  id: 'chatcmpl-stand-in',
  object: 'chat.completion',
  created: 0,
  model,
  choices: [
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } },
  ],
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
});

const contentOf = (how: Fault | null, asked: ModelQuestion): string => {
  if (how === 'malformed') return 'Sure! Here is the {result';
  if (how === 'offSchema') return JSON.stringify({ cases: [], note: 'another shape' });
  if (how === 'blank') return JSON.stringify({ text: '   ' });
  if (how === 'huge') return JSON.stringify({ text: 'x'.repeat(2_000_000) });
  if (how === 'obeysText') {
    return JSON.stringify({
      text: `${asked.instruction}\n${JSON.stringify(asked.data)}`,
      secret: asked.instruction,
    });
  }
  return JSON.stringify(answerTo(asked));
};

/** Status and body of a fault that answers with an error; null for the others. */
function failureFor(how: Fault, format: string): [status: number, body: unknown] | null {
  if (how === 'error500') return [500, refusal('The server had an error', 'server_error')];
  if (how === 'busy') return [429, refusal('Rate limit reached', 'rate_limit')];
  if (how === 'unauthorized') return [401, refusal('Incorrect API key', 'invalid_request_error')];
  if (how === 'tooLong') {
    const { error } = refusal('Too long', 'invalid_request_error');
    return [400, { error: { ...error, code: 'context_length_exceeded' } }];
  }
  return how === 'noFormat' && format !== 'none'
    ? [400, refusal('Unknown parameter: response_format', 'invalid_request_error')]
    : null;
}

interface Options {
  /** A free port by default. */
  port?: number;
  /** Delay of every answer, in ms. */
  answerMs?: number;
}

/** Starts the fake on the loopback address. */
export async function startFakeLanguageModel({
  port = 0,
  answerMs = 0,
}: Options = {}): Promise<FakeLanguageModel> {
  const questions: ReceivedQuestion[] = [];
  const closing = new AbortController();
  let current: { how: Fault; left: number } | null = null;

  let said: unknown = null;

  const takeFault = (): Fault | null => {
    if (!current) return null;
    const { how } = current;
    current.left -= 1;
    if (current.left <= 0) current = null;
    return how;
  };

  async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const given = JSON.parse(body) as ChatRequest;
    const asked = askedBy(given);
    const format = given.response_format?.type ?? 'none';
    const model = given.model ?? '';
    questions.push({
      model,
      authorization: request.headers.authorization ?? null,
      format,
      body,
      asked,
    });
    const how = takeFault();
    const failure = how && failureFor(how, format);
    if (failure) return send(response, ...failure);
    if (how === 'slow') await wait(60_000, undefined, { signal: closing.signal, ref: false });
    else if (answerMs > 0) await wait(answerMs, undefined, { signal: closing.signal, ref: false });
    const content = said === null ? contentOf(how, asked) : JSON.stringify(said);
    send(response, 200, completion(model, content));
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const answer =
      request.method === 'POST' && path === '/v1/chat/completions'
        ? chat(request, response)
        : Promise.resolve(
            send(response, 404, refusal(`There is no ${path}`, 'invalid_request_error')),
          );
    answer.catch((error: unknown) => {
      if (closing.signal.aborted) response.destroy();
      else send(response, 400, refusal(String(error), 'invalid_request_error'));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    setFault(how, times = Infinity) {
      current = how && { how, left: times };
    },
    setAnswer(answer) {
      said = answer;
    },
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
