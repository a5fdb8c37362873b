/** Lets the browser fetch a screen's own parts together with the page, not only when the page asks for them. */
import type { Plugin, Rollup } from 'vite';
import { screenParts } from './screenParts.ts';

const names = (chunks: Rollup.OutputChunk[]) => chunks.map((chunk) => chunk.fileName);

/** Fills `<!--parts-->` of the page with a few lines that add the links for the path that was asked for. */
export function preloadPlugin(): Plugin {
  return {
    name: 'loadout-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const { common, byPath } = screenParts(bundle);
        const table = Object.fromEntries(
          Object.entries(byPath).map(([path, chunks]) => [path, names(chunks)]),
        );
        const call = `(${JSON.stringify(names(common))},${JSON.stringify(table)})`;
        const script = `(${addLinks.toString().replaceAll(/\s+/g, ' ')})${call}`;
        return html.replace('<!--parts-->', () => `<script nonce="__NONCE__">${script}</script>`);
      },
    },
  };
}

/** Runs in the browser, as it stands here. A path that ends in an id stands in the table without it. */
function addLinks(common: string[], table: Record<string, string[]>): void {
  for (const name of [...common, ...(table[location.pathname.replace(/\d+$/, '')] || [])]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/' + name;
    document.head.append(link);
  }
}
