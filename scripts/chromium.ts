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

/** A Chromium, and the environment of its process. */
export interface Browser {
  executablePath: string;
  env: Record<string, string>;
}

/** Help text when no Chromium is found. */
export const howToGetChromium = [
  'There is no Chromium for the browser tests. Get one in one of these ways:',
  '  apt-get install -y chromium       (Debian, Ubuntu)',
  '  npx playwright install chromium   (elsewhere)',
  'or set CHROMIUM_PATH to the program of one that you have.',
].join('\n');

const modules = join(import.meta.dirname, '../node_modules');
const packageFolder = join(modules, '@sparticuz/chromium');
const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];

/** The npm package has a Chromium for this platform only. */
const hasPackedChromium =
  process.platform === 'linux' && process.arch === 'x64' && existsSync(packageFolder);

/**
 * Font settings with the font of the npm package only, so that pages have the same layout on every machine. The package's own
 * settings point to nothing, and a Chromium without a font crashes at the first field.
 */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/** Unpacks the Chromium of the npm package, once per version, with its libraries and a font. */
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
    // The package unpacks into the temporary folder.
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
      // Another process unpacked it first.
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
 * The first of: CHROMIUM_PATH, the npm package, the system's, the one that Playwright installed. The headless one of the package
 * matches the version of Playwright on every machine, and takes little more than half the processor time of a full Chromium. Null
 * when there is none, and when CHROMIUM_PATH names no file.
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
