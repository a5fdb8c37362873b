/** Vite configuration of the first page’s queries for the server: one file without a dependency. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: here('./app/firstPage.server.ts'),
    outDir: here('../dist/firstPage'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'firstPage.js' } },
  },
});
