/** How the client is built: one build serves every environment, its settings come from the server. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgetPlugin } from './vite/budgetPlugin.ts';
import { buildIdPlugin } from './vite/buildIdPlugin.ts';
import { laterPartsPlugin } from './vite/laterPartsPlugin.ts';
import { pageStylePlugin } from './vite/pageStylePlugin.ts';
import { preloadPlugin } from './vite/preloadPlugin.ts';
import { precompressPlugin } from './vite/precompressPlugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packages = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

const ours = (path: string) => new RegExp(`[\\\\/]client[\\\\/](?:${path})\\.(?:tsx?|json)$`);

/** What every screen shows: together in one file, so that a first visit needs few requests. */
const everyScreen = [
  'app/(?:LanguageSwitch|ColourModeButton|paths|screenName)',
  'i18n/(?:languages|loadWords|useLanguage)|browser/whenIdle',
  'design/(?:theme|Announcer|notices|notify|Notices|Notice|Button|IconButton|SegmentedControl)',
  'design/(?:tokens|tones|VisuallyHidden|Wordmark|HeaderBar|SkipLink|useMediaQuery|ErrorFallback)',
  'design/(?:partOf|latePart|LateFailure|marks)',
].join('|');

const redirectChecker = /[\\/]server[\\/]shared[\\/]safeRedirect\.ts$/;

const everyScreenIcons = new RegExp(
  `lucide-react[\\\\/].*[\\\\/](?:createLucideIcon|Icon|defaultAttributes|context|shared[\\\\/].*|icons[\\\\/](?:${[
    'circle-alert|circle-check|info|triangle-alert',
    'sun|moon|sun-moon|x|play|pause|arrow-left',
  ].join('|')}))\\.m?js$`,
);

const signInScreens =
  'features/(?:splash/SplashVideo|accounts/(?:signIn|once))|browser/storedTelegramLogin';

/** The first group that matches takes a module; so the login screen never loads the `data` chunk. */
const groups = [
  // What loads later parts belongs to the first file, not to the largest.
  {
    name: 'react',
    test: /client[\\/]browser[\\/]laterPart|node_modules[\\/](?:react|use-sync-external-store)[\\/]/,
  },
  { name: 'screens', test: packages('react-dom', 'scheduler', 'react-router', 'react-router-dom') },
  { name: 'words', test: packages('i18next', 'react-i18next', 'i18next-browser-languagedetector') },
  { name: 'styles', test: packages('styled-components', 'stylis', '@emotion') },
  {
    name: 'data',
    test: packages(
      '@apollo',
      'graphql',
      '@graphql-typed-document-node',
      'rxjs',
      'optimism',
      '@wry',
    ),
  },
  { name: 'popups', test: packages('@ariakit', '@floating-ui') },
  {
    name: 'first',
    test: ours(
      'browser/(?!graphqlFailure|useRefusal|readAddress|vitals|useImage|image[A-Z]|quietMoment|firstSearch|usefulAct)[a-zA-Z]+',
    ),
  },
  {
    name: 'frame',
    test: (id: string) =>
      ours(everyScreen).test(id) || redirectChecker.test(id) || everyScreenIcons.test(id),
  },
  { name: 'guest', test: ours(signInScreens) },
  // What the legal pages and the members' screens share, and the login screen does not need; small things of many dialogs with it.
  { name: 'formats', test: ours('i18n/formats|design/(?:Skeleton|Field|ExternalLink)') },
  // Last, so that it brings what the first screen of a member needs beside all of these: in one file, not in thirty.
  { name: 'dashboard', test: ours('app/SignedIn|pages/DashboardPage') },
  // What the page of a service needs on top, in one file too: on a slow network a request costs more than its bytes.
  { name: 'service', test: ours('pages/ServicePage') },
  // What the panel of the admins has in every tab, in one file: each name is one that the first screen must know.
  { name: 'admin', test: ours('features/(?:sync|demo)/[a-zA-Z]+') },
].map((group, index) => ({ ...group, priority: 20 - index }));

export default defineConfig({
  root: here('.'),
  publicDir: here('./public'),
  plugins: [
    react(),
    pageStylePlugin(),
    preloadPlugin(),
    laterPartsPlugin(),
    buildIdPlugin(here('./i18n/locales')),
    precompressPlugin(),
    budgetPlugin(),
  ],
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
    modulePreload: { polyfill: false },
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
