// Finds the browser for the browser tests.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** A Chromium, and what its process needs in its environment. */
export interface Browser {
  executablePath: string;
  env: Record<string, string>;
}

/** What to tell when there is none. */
export const howToGetChromium = [
  'There is no Chromium for the browser tests. Get one in one of these ways:',
  '  apt-get install -y chromium       (Debian, Ubuntu)',
  '  npx playwright install chromium   (elsewhere)',
  'or set CHROMIUM_PATH to the program of one that you have.',
].join('\n');

const modules = join(import.meta.dirname, '../node_modules');
const packageFolder = join(modules, '@sparticuz/chromium');
const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];

/** The Chromium of the package is for this platform only. */
const hasPackedChromium =
  process.platform === 'linux' && process.arch === 'x64' && existsSync(packageFolder);

/**
 * Names the font that came with the packages, and none of the system: the same everywhere, so that a page is laid out here as it
 * is where there is no font at all. Where the package's own settings look there is nothing, and a Chromium that finds no font
 * ends at the first field.
 */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/** Unpacks the Chromium that came with the packages, once for each version. It brings the libraries and a font of its own. */
async function unpackChromium(): Promise<Browser> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const cache = join(modules, '.cache');
  const folder = join(cache, `chromium-${version}-with-font`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const half = mkdtempSync(join(cache, 'chromium-'));
    const { inflate } = await import('@sparticuz/chromium');
    const previous = process.env['TMPDIR'];
    // The package unpacks into the folder for temporary files.
    process.env['TMPDIR'] = half;
    try {
      await Promise.all(archives.map((archive) => inflate(join(packageFolder, 'bin', archive))));
    } finally {
      if (previous === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = previous;
    }
    writeFileSync(join(half, 'fonts.conf'), fontSettings);
    try {
      renameSync(half, folder);
    } catch (error) {
      // Another process was first.
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

/**
 * The first there is of: CHROMIUM_PATH, the one that came with the packages, the system's, the one that Playwright installed.
 * The one of the packages is the same for everybody, of the version that Playwright was made for, and without windows and
 * all that stands around a page: the same journeys take little more than half the processor time of a whole Chromium.
 * Null when there is none, and when CHROMIUM_PATH names no file.
 */
export async function findChromium(): Promise<Browser | null> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return existsSync(chosen) ? { executablePath: chosen, env: {} } : null;
  if (hasPackedChromium) return unpackChromium();
  const installed = ['/usr/bin/chromium', chromium.executablePath()].find((path) =>
    existsSync(path),
  );
  return installed === undefined ? null : { executablePath: installed, env: {} };
}
