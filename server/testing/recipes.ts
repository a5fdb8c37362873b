// Reads docs/recipes.md for the tests that run its recipes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Block {
  language: string;
  code: string;
}

export interface Recipe {
  title: string;
  isWriting: boolean;
  /** True when it first generates a client with npm packages. */
  isGenerating: boolean;
  blocks: Block[];
}

export function readRecipes(): Recipe[] {
  const file = join(import.meta.dirname, '../../docs/recipes.md');
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);
  return sections.map((section) => ({
    title: section.split('\n', 1)[0]!,
    isWriting: section.includes('scope `write`'),
    isGenerating: section.includes('npx '),
    blocks: [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
      language: language!,
      code: code!,
    })),
  }));
}

/** Replaces the placeholders as the reader does. */
export const filledIn = (code: string, url: string, token: string): string =>
  code.replaceAll('https://loadout.example.com', url).replaceAll('lo_…', token);
