/** Lets the browser fetch a screen's own parts together with the page, not only when the page asks for them. */
import type { Plugin, Rollup } from 'vite';

/** What every path needs after the first lines of the page. */
const everywhere = ['i18n/i18n.ts', 'app/showPage.tsx'];

/** Which modules, loaded later by the table of screens, stand behind a path. */
const screens: Record<string, string[]> = {
  '/login': ['pages/LoginPage.tsx'],
  '/privacy-policy': ['pages/PrivacyPolicyPage.tsx'],
  '/terms-of-service': ['pages/TermsOfServicePage.tsx'],
  '/dashboard': ['app/SignedIn.tsx', 'pages/DashboardPage.tsx'],
  '/profile/knowledge': [
    'app/SignedIn.tsx',
    'pages/ProfilePage.tsx',
    'pages/ProfileKnowledgePage.tsx',
  ],
};

type Chunks = Rollup.OutputChunk[];

/** The chunks with all that they import at once. */
function withImports(bundle: Rollup.OutputBundle, starts: Chunks): Set<string> {
  const names = new Set<string>();
  const add = (chunk: Rollup.OutputChunk) => {
    if (names.has(chunk.fileName)) return;
    names.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  starts.forEach(add);
  return names;
}

/** Fills `<!--parts-->` of the page with a few lines that add the links for the path that was asked for. */
export function preloadPlugin(): Plugin {
  return {
    name: 'loadout-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const entry = withImports(
          bundle,
          chunks.filter((chunk) => chunk.isEntry),
        );
        const partsOf = (modules: string[]) => {
          const starts = modules.map((module) => {
            const chunk = chunks.find((one) =>
              one.moduleIds.some((id) => id.endsWith(`/client/${module}`)),
            );
            if (!chunk) throw new Error(`No part of the build stands for ${module}`);
            return chunk;
          });
          return [...withImports(bundle, starts)].filter((name) => !entry.has(name));
        };
        const table = Object.fromEntries(
          Object.entries(screens).map(([path, modules]) => [path, partsOf(modules)]),
        );
        const common = partsOf(everywhere);
        for (const [path, parts] of Object.entries(table)) {
          table[path] = parts.filter((name) => !common.includes(name));
        }
        const script = `(${addLinks.toString().replaceAll(/\s+/g, ' ')})(${JSON.stringify(common)}, ${JSON.stringify(table)})`;
        return html.replace('<!--parts-->', () => `<script nonce="__NONCE__">${script}</script>`);
      },
    },
  };
}

/** Runs in the browser, as it stands here. */
function addLinks(common: string[], table: Record<string, string[]>): void {
  for (const name of [...common, ...(table[location.pathname] || [])]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/' + name;
    document.head.append(link);
  }
}
