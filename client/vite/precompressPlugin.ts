/** Writes a brotli and a gzip copy beside every text asset, so that the server never compresses one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

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
