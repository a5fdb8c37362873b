/** Plugins of the client's build: the page's style sheet, the build id, and compressed copies. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { globalStyle } from './design/globalStyle.ts';

const squeeze = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();

/** Puts the page's own style sheet into its HTML: the first paint waits for no second file. */
export function pageStylePlugin(): Plugin {
  return {
    name: 'loadout-page-style',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          '</head>',
          () => `<style nonce="__NONCE__">${squeeze(globalStyle)}</style></head>`,
        ),
    },
  };
}

const compressible = /\.(?:js|css|svg|json|map)$/;
const smallestWorthwhile = 1024;

/** `index.html` is left out: the server fills it anew for every answer. */
export function precompressPlugin(): Plugin {
  return {
    name: 'loadout-precompress',
    apply: 'build',
    writeBundle(options, bundle) {
      const directory = options.dir ?? '.';
      for (const name of Object.keys(bundle).filter((file) => compressible.test(file))) {
        const file = join(directory, name);
        const content = readFileSync(file);
        if (content.length < smallestWorthwhile) continue;
        const parameters = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: parameters }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/**
 * The id covers every built file name (they carry content hashes) and the translations, which the
 * server hands out from their source folder; so a changed word is a new release too.
 */
export function buildIdPlugin(translations: string): Plugin {
  return {
    name: 'loadout-build-id',
    apply: 'build',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      for (const name of Object.keys(bundle).sort()) hash.update(name);
      for (const file of filesBelow(translations)) hash.update(readFileSync(file));
      this.emitFile({
        type: 'asset',
        fileName: 'build.json',
        source: JSON.stringify({ build: hash.digest('hex').slice(0, 12) }),
      });
    },
  };
}
