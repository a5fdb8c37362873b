/** Which files of the build a screen needs at once: for fetching them early, and for their budget. */
import type { Rollup } from 'vite';

/** What every path needs after the first lines of the page. */
const everywhere = ['i18n/i18n.ts', 'app/showPage.tsx'];

/** Which modules, loaded later by the table of screens, stand behind a path. */
const screens: Record<string, string[]> = {
  '/login': ['pages/LoginPage.tsx'],
  '/privacy-policy': ['pages/PrivacyPolicyPage.tsx'],
  '/terms-of-service': ['pages/TermsOfServicePage.tsx'],
  '/dashboard': ['app/SignedIn.tsx', 'pages/DashboardPage.tsx'],
  '/services/': ['app/SignedIn.tsx', 'pages/ServicePage.tsx'],
  '/profile/knowledge': [
    'app/SignedIn.tsx',
    'pages/ProfilePage.tsx',
    'pages/ProfileKnowledgePage.tsx',
  ],
};

type Chunk = Rollup.OutputChunk;

const chunksOf = (bundle: Rollup.OutputBundle): Chunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk');

/** The chunks with all that they import at once. */
function withImports(bundle: Rollup.OutputBundle, starts: Chunk[]): Chunk[] {
  const found = new Set<Chunk>();
  const add = (chunk: Chunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  starts.forEach(add);
  return [...found];
}

const holding = (bundle: Rollup.OutputBundle, module: string): Chunk => {
  const chunk = chunksOf(bundle).find((one) =>
    one.moduleIds.some((id) => id.endsWith(`/client/${module}`)),
  );
  if (!chunk) throw new Error(`No part of the build stands for ${module}`);
  return chunk;
};

/** What the page's HTML names itself, what every path needs besides, and what a path needs on top of that. */
export interface ScreenParts {
  entry: Chunk[];
  common: Chunk[];
  byPath: Record<string, Chunk[]>;
}

export function screenParts(bundle: Rollup.OutputBundle): ScreenParts {
  const parts = (modules: string[], known: Chunk[]) =>
    withImports(
      bundle,
      modules.map((module) => holding(bundle, module)),
    ).filter((chunk) => !known.includes(chunk));
  const entry = withImports(
    bundle,
    chunksOf(bundle).filter((chunk) => chunk.isEntry),
  );
  const common = parts(everywhere, entry);
  const byPath = Object.fromEntries(
    Object.entries(screens).map(([path, modules]) => [path, parts(modules, [...entry, ...common])]),
  );
  return { entry, common, byPath };
}
