/** Fails the build when a screen would cost its visitors more than was agreed. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { screenParts } from './screenParts.ts';

/** Bytes of JavaScript as they travel (brotli), everything that a screen needs at once. */
const screenBudgets: Record<string, number> = {
  '/login': 140_000,
  '/privacy-policy': 140_000,
  '/terms-of-service': 140_000,
  '/dashboard': 220_000,
  '/services/': 226_000,
  '/profile/knowledge': 222_000,
};
/** A part that is loaded later, and all parts together. */
const partBudget = 60_000;
const totalBudget = 455_000;

const visitorScreens = ['/login', '/privacy-policy', '/terms-of-service'];
const memberOnly = /node_modules[\\/]@apollo[\\/]/;

export function budgetPlugin(): Plugin {
  return {
    name: 'loadout-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler(options, bundle) {
        const size = ({ fileName }: Rollup.OutputChunk) => {
          const file = join(options.dir ?? '.', fileName);
          return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
        };
        const sum = (chunks: Rollup.OutputChunk[]) =>
          chunks.reduce((total, chunk) => total + size(chunk), 0);
        const { entry, common, byPath } = screenParts(bundle);
        const atOnce = new Set([...entry, ...common, ...Object.values(byPath).flat()]);
        const all = Object.values(bundle).filter((output) => output.type === 'chunk');

        const problems: string[] = [];
        const check = (what: string, bytes: number, budget: number) => {
          if (bytes > budget) problems.push(`${what}: ${bytes} bytes, agreed are ${budget}`);
        };
        for (const [path, own] of Object.entries(byPath)) {
          const chunks = [...entry, ...common, ...own];
          check(path, sum(chunks), screenBudgets[path] ?? 0);
          const stray = chunks.find((chunk) => chunk.moduleIds.some((id) => memberOnly.test(id)));
          if (stray && visitorScreens.includes(path)) {
            problems.push(`${path}: ${stray.fileName} holds the GraphQL client`);
          }
        }
        for (const chunk of all.filter((one) => !atOnce.has(one))) {
          check(chunk.fileName, size(chunk), partBudget);
        }
        check('all JavaScript', sum(all), totalBudget);
        if (problems.length > 0) this.error(`Over the budget. ${problems.join('. ')}`);
      },
    },
  };
}
