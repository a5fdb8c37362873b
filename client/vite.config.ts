/** Vite configuration of the client: one build serves every environment, its settings come from the server. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { buildIdPlugin, pageStylePlugin, precompressPlugin } from './vitePlugins.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Few files instead of a hundred: on a slow network a request costs more than its bytes. The first match takes a module. */
const groups = [
  { name: 'start', test: /client[\\/](?:main|app[\\/]showPage)\.tsx$/ },
  { name: 'popups', test: /node_modules[\\/](?:@ariakit|@floating-ui)[\\/]/ },
  { name: 'dashboard', test: /client[\\/](?:app[\\/]SignedIn|pages[\\/]DashboardPage)\.tsx$/ },
].map((group, index) => ({ ...group, priority: 3 - index }));

export default defineConfig({
  root: here('.'),
  publicDir: here('./public'),
  plugins: [react(), pageStylePlugin(), buildIdPlugin(here('./i18n/locales')), precompressPlugin()],
  // The modern build of RxJS: by default it comes in ES5.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  html: { cspNonce: '__NONCE__' },
  // The whitespace and the comments of styles stay here: a browser has no use for them.
  oxc: { plugins: { styledComponents: { displayName: false, ssr: false } } },
  build: {
    outDir: here('../dist/client'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // A browser that cannot fetch modules early gets them when they are asked for: no script for it.
    // With a later part only the large file of the pop-ups is asked for: the lists of all its files would weigh five kilobytes
    // of every first page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((file) => file.includes('/popups-')),
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // GraphiQL is a page of its own (vite.graphiql.config.ts): its workers are nothing for the development server.
  optimizeDeps: { entries: ['index.html'] },
  server: {
    proxy: Object.fromEntries(
      ['/graphql', '/api', '/mcp', '/auth/telegram', '/locales'].map((path) => [
        path,
        'http://localhost:5176',
      ]),
    ),
  },
});
