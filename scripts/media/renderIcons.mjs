// Renders the raster icons from the mark: `node scripts/media/renderIcons.mjs`.
// The mark is the ember square with the chamfered top-right corner of client/public/favicon.svg.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const publicFolder = new URL('../../client/public', import.meta.url);
const favicon = await readFile(new URL('favicon.svg', publicFolder), 'utf8');
const mark = /<path d="([^"]+)"/.exec(favicon)?.[1];
if (!mark) throw new Error('favicon.svg holds no path');

/**
 * Writes one square PNG of `size` pixels: the mark in `ember`, on `ground` if one is given, taking
 * the `share` of the side that it has in the drawing.
 */
async function renderIcon(name, { size, ember, ground, share }) {
  const side = 32 / share;
  const offset = (32 - side) / 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
    viewBox="${offset} ${offset} ${side} ${side}">
    ${ground ? `<path fill="${ground}" d="M${offset} ${offset}h${side}v${side}h-${side}z"/>` : ''}
    <path fill="${ember}" d="${mark}"/></svg>`;
  const file = fileURLToPath(new URL(name, publicFolder));
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toFile(file);
}

// The colours are `ember` and `bg` of the design tokens: by day for the tab, by night for the tile.
await renderIcon('favicon-32.png', { size: 32, ember: '#b4430b', share: 1 });
await renderIcon('apple-touch-icon.png', {
  size: 180,
  ember: '#ffb067',
  ground: '#0e1413',
  share: 0.56,
});
