// Draws the pictures of the demo catalogue: `node scripts/media/renderDemoPictures.mjs`.
// One motif for each kind of work, in two of the product's own palettes; no company's sign among them.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = new URL('../../server/demo/pictures', import.meta.url);
const size = 208;

/** Ground, main colour and accent, after the design tokens of day and night. */
const palettes = {
  day: { ground: '#0a6b58', main: '#d7efe4', accent: '#ffb067' },
  night: { ground: '#13201d', main: '#5fd3b0', accent: '#ffb067' },
  bone: { ground: '#ede7d8', main: '#0a6b58', accent: '#b4430b' },
  ember: { ground: '#b4430b', main: '#ffe3cc', accent: '#0e1413' },
};

const stroke = (colour, d, width = 8) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (colour, d) => `<path d="${d}" fill="${colour}"/>`;
const dot = (colour, x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
const bar = (colour, x, y, width, height, radius = 3) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colour}"/>`;

/** Each on a square of 104 units. */
const motifs = {
  image: ({ main, accent }) =>
    dot(accent, 70, 36, 9) + fill(main, 'M18 80 42 42l16 22 10-12 18 28z'),
  video: ({ main, accent }) =>
    stroke(main, 'M24 32h56v40H24z', 7) + fill(accent, 'M45 41v22l18-11z'),
  code: ({ main, accent }) =>
    stroke(main, 'M38 36 22 52l16 16M66 36l16 16-16 16') + stroke(accent, 'M57 30 47 74', 7),
  space: ({ main, accent }) =>
    stroke(main, 'M52 20 80 36v32L52 84 24 68V36z', 7) +
    stroke(accent, 'M24 36l28 16 28-16M52 52v32', 6),
  voice: ({ main, accent }) =>
    [22, 34, 46, 58, 70, 82]
      .map((x, index) => {
        const height = [16, 34, 58, 42, 26, 12][index];
        return bar(index === 2 ? accent : main, x - 4, 52 - height / 2, 8, height, 4);
      })
      .join(''),
  music: ({ main, accent }) =>
    stroke(main, 'M40 70V32l36-8v38', 7) + dot(accent, 33, 70, 9) + dot(accent, 69, 62, 9),
  chat: ({ main, accent }) =>
    fill(main, 'M20 28h48v30H40L28 70V58h-8z') + fill(accent, 'M74 44h12v28h-8v10L68 72H48v-8h26z'),
  agents: ({ main, accent }) =>
    stroke(main, 'M52 30 28 70h48z', 6) +
    dot(accent, 52, 30, 11) +
    dot(main, 28, 70, 11) +
    dot(main, 76, 70, 11),
  chart: ({ main, accent }) =>
    bar(main, 22, 58, 13, 24) +
    bar(main, 42, 44, 13, 38) +
    bar(main, 62, 32, 13, 50) +
    stroke(accent, 'M22 44l20-14 18-4 22-10', 6),
  words: ({ main, accent }) =>
    bar(main, 22, 28, 60, 8) +
    bar(main, 22, 46, 60, 8) +
    bar(main, 22, 64, 34, 8) +
    bar(accent, 62, 60, 6, 18),
  layout: ({ main, accent }) =>
    bar(main, 22, 24, 60, 12) +
    bar(accent, 22, 42, 20, 38) +
    bar(main, 48, 42, 34, 16) +
    bar(main, 48, 64, 34, 16),
  market: ({ main, accent }) =>
    fill(main, 'M22 44h14l30-16v48L36 60H22z') + stroke(accent, 'M74 40c8 7 8 17 0 24', 7),
  search: ({ main, accent }) =>
    stroke(main, 'M66 46a20 20 0 1 1-40 0 20 20 0 0 1 40 0zM61 61l20 20') + dot(accent, 46, 46, 7),
  check: ({ main, accent }) =>
    stroke(accent, 'M22 36l6 6 10-12M22 66l6 6 10-12', 6) +
    bar(main, 48, 32, 34, 8) +
    bar(main, 48, 62, 34, 8),
  game: ({ main, accent }) =>
    stroke(
      main,
      'M34 34h36c12 0 16 34 6 38-6 2-10-10-16-10H44c-6 0-10 12-16 10-10-4-6-38 6-38z',
      7,
    ) +
    stroke(main, 'M34 50h12M40 44v12', 5) +
    dot(accent, 66, 47, 5) +
    dot(accent, 74, 53, 4),
  course: ({ main, accent }) =>
    stroke(main, 'M52 36c-8-8-20-8-30-6v42c10-2 22-2 30 6 8-8 20-8 30-6V30c-10-2-22-2-30 6z', 7) +
    stroke(accent, 'M52 36v42', 6),
};

await mkdir(folder, { recursive: true });
const names = Object.keys(palettes);
for (const [index, [motif, draw]] of Object.entries(motifs).entries()) {
  for (const variant of [0, 1]) {
    const palette = palettes[names[(index + variant * 2) % names.length]];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 104 104">
      <rect width="104" height="104" fill="${palette.ground}"/>${draw(palette)}</svg>`;
    await sharp(Buffer.from(svg))
      .png({ compressionLevel: 9, palette: true, colours: 16 })
      .toFile(fileURLToPath(new URL(`${motif}-${variant + 1}.png`, folder)));
  }
}
