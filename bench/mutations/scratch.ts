// A copy of the checkout to break things in.
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** What is made from the rest, or is a developer's own. */
const leftOut = new Set(
  '.git .data .env dist node_modules coverage test-results playwright-report bench/results'.split(
    ' ',
  ),
);

/** Links a file, or copies it where the two folders are on different disks. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

export interface Scratch {
  folder: string;
  remove(): void;
}

/** Copies the project as it stands, generated files included; the packages are linked. */
export function makeScratch(root: string): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-mutations-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => !leftOut.has(relative(root, source)),
  });
  linkTree(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
