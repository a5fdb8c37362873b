// I6: what accepted pictures cost, each kind at the most pixels that it may have, eight at once, in a process of their own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { limits } from '../../limits.ts';
import { remakePicture } from './remakePicture.ts';

const { pixels } = limits.imageProxy;
const measuring = join(import.meta.dirname, '../../testing/measurePictures.ts');

/**
 * What a picture no longer needs is given back at once. glibc keeps it for the next one in one of many places, one for each
 * thread that happened to get it: how much, the other work of the machine decides, from 56 to 114 MB for the same pictures.
 */
const givesBack = { ...process.env, MALLOC_MMAP_THRESHOLD_: '131072' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const drawn = (edge: number): Sharp =>
  sharp({ create: { width: edge, height: edge, channels: 4, background: '#0A6B58' } });
const edgeOf = (count: number): number => Math.floor(Math.sqrt(count));

const kinds: [string, number, (picture: Sharp) => Sharp][] = [
  ['JPEG', pixels.scan, (picture) => picture.jpeg({ chromaSubsampling: '4:4:4' })],
  [
    'progressive JPEG',
    pixels.whole,
    (picture) => picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  ['PNG', pixels.rows, (picture) => picture.png()],
  ['interlaced PNG', pixels.whole, (picture) => picture.png({ progressive: true })],
  ['PNG of 16 bits', pixels.rows / 2, (picture) => picture.toColourspace('rgb16').png()],
  [
    'interlaced PNG of 16 bits',
    pixels.whole / 2,
    (picture) => picture.toColourspace('rgb16').png({ progressive: true }),
  ],
  [
    'turned PNG of 16 bits',
    pixels.whole / 2,
    (picture) => picture.toColourspace('rgb16').withMetadata({ orientation: 6 }).png(),
  ],
  ['WebP', pixels.whole, (picture) => picture.webp()],
  ['WebP without loss', pixels.whole, (picture) => picture.webp({ lossless: true })],
  ['GIF', pixels.whole, (picture) => picture.gif()],
  [
    'AVIF',
    pixels.twice,
    (picture) => picture.avif({ effort: 0, chromaSubsampling: '4:4:4', bitdepth: 8 }),
  ],
  ['TIFF', pixels.twice, (picture) => picture.tiff({ compression: 'deflate' })],
];

test.each(kinds)('eight of %s at once cost less than 100 MB', async (_kind, most, encode) => {
  const bytes = await encode(drawn(edgeOf(most))).toBuffer();
  expect(bytes.length).toBeLessThan(limits.imageProxy.bytes);
  writeFileSync(join(folder, 'warm'), await drawn(10).png().toBuffer());
  for (let place = 0; place < 8; place += 1) writeFileSync(join(folder, `${place}`), bytes);
  const said = execFileSync(process.execPath, [measuring, folder], {
    encoding: 'utf8',
    env: givesBack,
  });
  const { taken, grown } = JSON.parse(said) as { taken: number; grown: number };
  const megabytes = Math.round(grown / 1e6);
  expect(taken).toBe(8);
  expect(megabytes).toBeLessThan(100);
});

const larger = kinds.filter(([, most]) => most < pixels.scan);
test.each(larger)('%s of one row more is refused', async (_kind, most, encode) => {
  const bytes = await encode(drawn(edgeOf(most) + 1)).toBuffer();
  await expect(remakePicture(bytes, pixels)).rejects.toThrow('too many');
});

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
  ['PDF', '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'],
  ['PPM', 'P3\n1 1\n255\n0 0 0\n'],
])('%s is not even looked at', async (_kind, text) => {
  await expect(remakePicture(Buffer.from(text), pixels)).rejects.toThrow('unsupported');
});
