// Addresses above the limit are 414 in the caller's language at every door, those at it are answered.
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { limits } from '../../config/limits.ts';
import { createLog } from '../../shared/log.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { answerErrors } from './errors.ts';
import { createListener } from './listener.ts';
import { refuseNoHost } from './urlLimits.ts';
import { giveRequestId } from './session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const long = (path: string, length: number): string => path + 'x'.repeat(length - path.length);

test.each([
  '/api/v1/knowledge?search=',
  '/api/v1/proxy/image?url=',
  '/graphql?query=',
  '/mcp?x=',
  '/feeds/x/all.atom?x=',
  '/schema.graphql?x=',
  '/dashboard?q=',
])('%s', async (path) => {
  const get = (length: number, language: string) =>
    fetch(app.url + long(path, length), { headers: { 'Accept-Language': language } });
  expect((await get(limits.request.urlBytes, 'en')).status).not.toBe(414);
  for (const [language, said] of [
    ['en', 'The address is too long'],
    ['ru', 'Адрес запроса слишком длинный.'],
  ] as const) {
    const answer = await get(limits.request.urlBytes + 1, language);
    expect(answer.status).toBe(414);
    expect(await answer.text()).toContain(said);
  }
});

test.each([
  ['en', 'The request names no host'],
  ['ru', 'В запросе не назван хост.'],
])('a request that names no host is refused in the language %s', async (language, said) => {
  const server = createListener({ ...limits.server, headerBytes: limits.request.headerBytes });
  server.on(
    'request',
    express().use(giveRequestId, refuseNoHost, answerErrors(createLog({ level: 'silent' }))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\nAccept-Language: ${language}\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  server.close();
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain(`"detail":"${said}"`);
});
