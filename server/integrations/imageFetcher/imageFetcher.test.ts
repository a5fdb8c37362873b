// I1, I3, I4 and I6: the image proxy against hosts that redirect, rebind names, send slowly, lie about types and send bombs.
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { limits } from '../../config/limits.ts';
import { getCause, errorMessage } from '../../shared/errorCode.ts';
import { createImageFetcher } from './imageFetcher.ts';
import { agentFor } from './ssrfProtection.ts';
import type { PixelLimits } from './reencodePicture.ts';

type Handler = (response: ServerResponse, url: string) => void;

let server: Server;
let origin: string;
let handler: Handler;
const open = new Set<ServerResponse>();

beforeAll(async () => {
  server = createServer((request, response) => {
    open.add(response);
    handler(response, request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const response of open) response.destroy();
  server.closeAllConnections();
  server.close();
});

interface Changes {
  bytes?: number;
  totalMs?: number;
  connectMs?: number;
  pixels?: PixelLimits;
}

const fetcher = (changes: Changes = {}) =>
  createImageFetcher({
    limits: { ...limits.imageProxy, ...changes },
    allow: [{ host: '127.0.0.1', port: Number(new URL(origin).port) }],
  });

const refused = { code: 'UNAVAILABLE', reason: 'imageUnavailable' };

/** A chunk of a PNG file with its checksum (PNG, annex D). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A valid PNG of one colour, small in bytes for any number of pixels: a decompression bomb. */
function bomb(edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + edge * 3);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: edge }, () => row)), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const png = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: '#0A6B58' } })
    .png()
    .toBuffer();

describe('I3: bytes, time and pixels are limited while reading', () => {
  test('refuses pictures of 100 megapixels without using memory', async () => {
    const huge = bomb(10_000);
    expect(huge.length).toBeLessThan(limits.imageProxy.bytes);
    handler = (response) => response.end(huge);
    const { fetch } = fetcher();
    await expect(fetch(origin)).rejects.toMatchObject(refused);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        expect(fetch(`${origin}/${index}`)).rejects.toMatchObject(refused),
      ),
    );
    clearInterval(watch);
    const grown = Math.round((Math.max(peak, process.memoryUsage().rss) - before) / 1e6);
    // A single unpacked one would take 300 MB.
    expect(grown).toBeLessThan(250);
  });

  test('accepts 8 megapixels of a PNG, and no more', async () => {
    const edge = Math.floor(Math.sqrt(limits.imageProxy.pixels.rows));
    const [fits, tooLarge] = [await png(edge), await png(edge + 1)];
    handler = (response, url) => response.end(url === '/fits' ? fits : tooLarge);
    const { fetch } = fetcher();
    expect((await fetch(`${origin}/fits`)).type).toBe('image/webp');
    await expect(fetch(`${origin}/large`)).rejects.toMatchObject(refused);
  });

  test('reads a file to its limit and no further, whatever its declared length', async () => {
    // Ends by itself, so that a client that reads on fails the test without filling the memory.
    const most = 100_000_000;
    let sent = 0;
    handler = (response) => {
      const more = () => {
        if (sent >= most) response.end();
        while (!response.destroyed && sent < most) {
          sent += 64_000;
          if (!response.write(Buffer.alloc(64_000))) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    };
    await expect(fetcher({ bytes: 1_000_000 }).fetch(origin)).rejects.toMatchObject(refused);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Bytes in the buffers of the two sockets were sent but not stored.
    expect(sent).toBeLessThan(20_000_000);
  });

  const slow: [string, Handler][] = [
    ['says nothing', () => undefined],
    ['sends its header and no more', (response) => void response.writeHead(200).flushHeaders()],
    [
      'trickles a byte at a time',
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 50);
        response.once('close', () => clearInterval(timer));
      },
    ],
    [
      'redirects slowly',
      (response, url) => {
        const timer = setTimeout(() => response.writeHead(302, { Location: `${url}/` }).end(), 200);
        response.once('close', () => clearTimeout(timer));
      },
    ],
  ];
  test('gives up a host that is slow in any way', async () => {
    const { fetch } = fetcher({ totalMs: 500, connectMs: 300 });
    for (const [, behave] of slow) {
      handler = behave;
      await expect(fetch(origin)).rejects.toMatchObject(refused);
    }
  });

  test('follows three redirects, but not a fourth', async () => {
    const picture = await png(10);
    handler = (response, url) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end(picture);
      else response.writeHead(302, { Location: `/${left - 1}` }).end();
    };
    const { fetch } = fetcher();
    expect((await fetch(`${origin}/3`)).type).toBe('image/webp');
    await expect(fetch(`${origin}/4`)).rejects.toMatchObject(refused);
  });
});

/** Expects a refusal after DNS at most: an unreachable network would also fail the request. */
async function expectUntried(fetching: Promise<unknown>): Promise<void> {
  const error: unknown = await fetching.then(
    () => null,
    (raised: unknown) => raised,
  );
  expect(error).toMatchObject(refused);
  expect(errorMessage(getCause(error) ?? 'not allowed')).toMatch(/not allowed|ENOTFOUND|EAI_AGAIN/);
}

describe('I1: the checked address is the connected one', () => {
  /** An internal server on an allowed port, which counts its connections. */
  let canary: Server;
  let port: number;
  let connections = 0;

  beforeAll(async () => {
    const picture = await png(10);
    canary = createServer((_request, response) => response.end(picture));
    canary.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
    port = (canary.address() as AddressInfo).port;
  });
  beforeEach(() => {
    connections = 0;
  });
  afterAll(() => {
    canary.closeAllConnections();
    canary.close();
  });

  /** As in production: the canary's port is allowed, but only the test's host. */
  const careful = () =>
    createImageFetcher({
      limits: { ...limits.imageProxy, ports: [port], totalMs: 2_000 },
      allow: [{ host: '127.0.0.1', port: Number(new URL(origin).port) }],
    });

  const ipv4 =
    '127.0.0.1 localhost LOCALHOST localhost. 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 017700000001 0177.0.0.1 0.0.0.0 0 127.0.0.2 ①②⑦.⓪.⓪.① 127。0。0。1';
  const ipv6 =
    '[::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::7f00:1] [0:0:0:0:0:0:0:1] [64:ff9b::7f00:1] [2002:7f00:1::]';
  const spellings = (): string[] => [
    ...`${ipv4} ${ipv6}`.split(' ').map((host) => `http://${host}:${port}/`),
    `http://example.com@127.0.0.1:${port}/`,
    `http://user:secret@127.0.0.1:${port}/`,
    `HTTP://127.0.0.1:${port}/`,
  ];

  test('reaches the canary when it is allowed', async () => {
    const { fetch } = createImageFetcher({
      limits: { ...limits.imageProxy, ports: [port] },
      allow: [
        { host: '127.0.0.1', port },
        { host: '::1', port },
      ],
    });
    expect((await fetch(`http://127.0.0.1:${port}/`)).type).toBe('image/webp');
    expect((await fetch(`http://[::1]:${port}/`)).type).toBe('image/webp');
    expect(connections).toBe(2);
  });

  test('connects to no spelling of an internal address, directly or by a redirect', async () => {
    const { fetch } = careful();
    for (const address of spellings()) {
      await expectUntried(fetch(address));
      // Letters beyond Latin-1 are sent as the bytes of UTF-8.
      const sent = Buffer.from(address).toString('latin1');
      handler = (response) => response.writeHead(302, { Location: sent }).end();
      await expectUntried(fetch(origin));
    }
    expect(connections).toBe(0);
  });

  test('connects to no other port', async () => {
    const { fetch } = createImageFetcher({
      limits: { ...limits.imageProxy, totalMs: 2_000 },
      allow: [{ host: '127.0.0.1', port: Number(new URL(origin).port) }],
    });
    // Public addresses, so that only the port can be the reason.
    for (const address of ['http://1.1.1.1:22/', `http://1.1.1.1:${port}/`]) {
      await expectUntried(fetch(address));
      handler = (response) => response.writeHead(302, { Location: address }).end();
      await expectUntried(fetch(origin));
    }
  });

  const nowhere = [
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/latest/meta-data',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://[::10.0.0.1]/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'gopher://127.0.0.1/',
    'ftp://example.com/x',
    'http://example.com:22/',
    'http://user@example.com/',
    '//127.0.0.1/x',
    'http://',
    'javascript:alert(1)',
  ];

  test('follows no redirect to an internal address or another scheme', async () => {
    const { fetch } = fetcher();
    for (const address of nowhere) {
      await expectUntried(fetch(address));
      handler = (response) => response.writeHead(302, { Location: address }).end();
      await expectUntried(fetch(origin));
    }
  });

  /** Result of connecting to a name with this address; an allowed connection is aborted before it opens. */
  const nameAt = (address: string) =>
    new Promise<string>((resolve) => {
      const url = new URL('http://rebound.example/');
      const request = get(url, {
        agent: agentFor(url, []),
        lookup: (_name, options, done) => {
          process.nextTick(() => request.destroy(new Error('let through')));
          const family = address.includes(':') ? 6 : 4;
          if (options.all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      });
      request.once('error', (error) => resolve(error.message));
    });

  const reserved = [
    '168.63.129.16',
    '198.18.0.1',
    '::7f00:1',
    '1::1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '4000::1',
    '5f00::1',
    'fe00::1',
    'fec0::1',
    'ff0e::1',
  ];

  test('refuses a reserved address, also behind a name, and accepts another', async () => {
    for (const address of reserved) {
      expect(await nameAt(address)).toMatch(/not allowed/);
      const host = address.includes(':') ? `[${address}]` : address;
      await expectUntried(fetcher().fetch(`http://${host}/`));
    }
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
      expect(await nameAt(address)).toBe('let through');
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('looks a name up once and checks the result, so rebinding fails', async () => {
    const url = new URL(`http://rebound.example:${port}/`);
    let looks = 0;
    const outcome = await new Promise<string>((resolve) => {
      const request = get(url, {
        agent: agentFor(url, []),
        lookup: (_name, options, done) => {
          looks += 1;
          if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
          else done(null, '127.0.0.1', 4);
        },
      });
      request.once('response', () => resolve('connected'));
      request.once('error', (error) => resolve(error.message));
    });
    expect(outcome).toMatch(/not allowed/);
    expect({ connections, looks }).toEqual({ connections: 0, looks: 1 });
  });
});

test('I4: returns a re-encoded picture without other content of the file', async () => {
  const marker = '<script>alert(1)</script>';
  const made = sharp({
    create: { width: 40, height: 40, channels: 3, background: '#0A6B58' },
  }).withExif({ IFD0: { Copyright: marker, ImageDescription: marker } });
  const files: Buffer[] = [
    await made.clone().jpeg().toBuffer(),
    Buffer.concat([await made.clone().png().toBuffer(), Buffer.from(marker)]),
    Buffer.concat([await made.clone().webp().toBuffer(), Buffer.from(marker)]),
    await made
      .clone()
      .gif()
      .toBuffer()
      .then((gif) => Buffer.concat([gif, Buffer.from(marker)])),
  ];
  let scripts = 0;
  for (const [index, file] of files.entries()) {
    handler = (response) => response.end(file);
    const { bytes, type } = await fetcher().fetch(`${origin}/${index}`);
    const metadata = await sharp(bytes).metadata();
    if (bytes.includes('<script>') || type !== 'image/webp' || metadata.exif) scripts += 1;
  }
  for (const text of [
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${marker}</svg>`,
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${marker}</svg>`,
    `<html>${marker}</html>`,
    `GIF89a${marker}`,
    '%PDF-1.4',
  ]) {
    handler = (response) => response.setHeader('Content-Type', 'image/png').end(text);
    await fetcher()
      .fetch(origin)
      .then(
        () => {
          scripts += 1;
        },
        (error: unknown) => expect(error).toMatchObject(refused),
      );
  }
  expect(scripts).toBe(0);
});

describe('I6: memory for pictures is limited', () => {
  const pixels = { scan: 40_000, rows: 22_500, whole: 10_000, twice: 6_400 };
  const drawn = (edge: number) =>
    sharp({ create: { width: edge, height: edge, channels: 4, background: '#0A6B58' } });
  const deep = (picture: Sharp) => picture.toColourspace('rgb16');

  const kinds: [string, number, (picture: Sharp) => Sharp][] = [
    ['JPEG', pixels.scan, (picture) => picture.jpeg()],
    ['progressive JPEG', pixels.whole, (picture) => picture.jpeg({ progressive: true })],
    ['PNG', pixels.rows, (picture) => picture.png()],
    ['interlaced PNG', pixels.whole, (picture) => picture.png({ progressive: true })],
    ['PNG of 16 bits', pixels.rows / 2, (picture) => deep(picture).png()],
    [
      'turned PNG of 16 bits',
      pixels.whole / 2,
      (picture) => deep(picture).withMetadata({ orientation: 6 }).png(),
    ],
    ['WebP', pixels.whole, (picture) => picture.webp()],
    ['GIF', pixels.whole, (picture) => picture.gif()],
    ['AVIF', pixels.twice, (picture) => picture.avif({ effort: 0 })],
    ['TIFF', pixels.twice, (picture) => picture.tiff({ compression: 'deflate' })],
  ];

  test('accepts the pixels of its kind and no more', async () => {
    for (const [kind, most, encode] of kinds) {
      const edge = Math.floor(Math.sqrt(most));
      const [fits, tooLarge] = [
        await encode(drawn(edge)).toBuffer(),
        await encode(drawn(edge + 1)).toBuffer(),
      ];
      handler = (response, url) => response.end(url === '/fits' ? fits : tooLarge);
      const { fetch } = fetcher({ pixels });
      expect({ kind, type: (await fetch(`${origin}/fits`)).type }).toEqual({
        kind,
        type: 'image/webp',
      });
      await expect(fetch(`${origin}/large`)).rejects.toMatchObject(refused);
    }
  });

  test('unpacks one picture at a time', async () => {
    const picture = await png(1_000);
    handler = (response) => response.end(picture);
    const { fetch } = fetcher();
    const queued: number[] = [];
    const note = (length: number) => void queued.push(length);
    sharp.queue.on('change', note);
    await Promise.all(Array.from({ length: 12 }, (_, at) => fetch(`${origin}/${at}`)));
    sharp.queue.off('change', note);
    expect(queued.length).toBeGreaterThanOrEqual(12);
    expect(Math.max(...queued)).toBe(1);
  });
});
