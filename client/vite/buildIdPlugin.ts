/** Writes `build.json` beside the built client: the id by which an open page notices a new release. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

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
