// A process of its own that reads the pictures of a folder all at once, and tells by how many bytes its memory grew at most.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createImageFetcher } from '../integrations/imageFetcher/imageFetcher.ts';
import { limits } from '../limits.ts';

const folder = process.argv[2] ?? '';
const { fetch } = createImageFetcher({
  limits: limits.imageProxy,
  allow: [],
  readOwn: (name) => readFile(join(folder, name)),
});
// The library itself, and what a first picture brings, are no cost of these pictures.
await fetch('warm');
const before = process.resourceUsage().maxRSS;
const names = readdirSync(folder).filter((name) => name !== 'warm');
const outcomes = await Promise.allSettled(names.map((name) => fetch(name)));
const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
const grown = (process.resourceUsage().maxRSS - before) * 1024;
console.log(JSON.stringify({ taken, of: names.length, grown }));
