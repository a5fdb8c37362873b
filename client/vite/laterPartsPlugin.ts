/** Parts that are loaded later can be tried again when their files did not come (client/browser/laterPart.ts). */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';
const own = fileURLToPath(new URL('../browser/laterPart.ts', import.meta.url));

export function laterPartsPlugin(): Plugin {
  return {
    name: 'loadout-later-parts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // Vite names the files of a part only when there are several.
          resolveDependencies: (file, files) => (files.length > 0 ? files : [file]),
        },
      },
    }),
    load: (id) =>
      id === helper ? `export { importLater as __vitePreload } from ${JSON.stringify(own)};` : null,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      if (!chunks.some(({ moduleIds }) => moduleIds.includes(own))) {
        this.error('Vite no longer takes the helper for later parts from its former place');
      }
      const styled = chunks.find((one) => !one.isEntry && one.viteMetadata?.importedCss.size);
      if (styled) this.error(`${styled.fileName} needs a style sheet, which nothing would load`);
    },
  };
}
