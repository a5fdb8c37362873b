// One page for many tests, one after the other: a page of its own costs each of them a new process of the browser, which loads
// and compiles the product anew. What a test has done to it is put away; what cannot be put away ends the page.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { takeAwayStops } from './stops.ts';
import { stress } from './stress.ts';

interface Disposable {
  dispose(): Promise<void>;
}

/** Gives the page, empty and without a session, and takes it back. */
export interface KeptPage {
  /** One of the same options is the one that was kept. */
  take(options: BrowserContextOptions): Promise<Page>;
  /** @param empty an address without a script, at which what was stored can be put away */
  putBack(page: Page, empty: string): Promise<void>;
  close(): Promise<void>;
}

/** A false clock stays with all pages of its context. */
const hasFalseClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => !Function.prototype.toString.call(Date).includes('[native code]'));

/** What tests listen to. */
const heard = ['request', 'response', 'requestfailed', 'requestfinished', 'download'] as const;

/** Keeps a page of the browser; it opens with the first test that takes it. */
export function keepPage(browser: Browser): KeptPage {
  let kept: { page: Page; of: string; origins: Set<string> } | null = null;
  const scripts: Disposable[] = [];

  const open = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await stress(page);
    const add = page.addInitScript.bind(page);
    page.addInitScript = async (...given: Parameters<typeof add>) => {
      const script = await add(...given);
      scripts.push(script);
      return script;
    };
    // Who leaves a page with unsaved text is asked; the next test leaves it.
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') void dialog.accept();
      else void dialog.dismiss();
    });
    const origins = new Set<string>();
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) origins.add(new URL(frame.url()).origin);
    });
    kept = { page, of: JSON.stringify(options), origins };
    return page;
  };

  const close = async () => {
    const { page } = kept ?? {};
    kept = null;
    await page?.context().close();
  };

  return {
    take: async ({ viewport, ...options }) => {
      if (kept && kept.of !== JSON.stringify(options)) await close();
      const page = kept?.page ?? (await open(options));
      if (viewport) await page.setViewportSize(viewport);
      return page;
    },
    putBack: async (page, empty) => {
      // What is stored at another address can only be put away there.
      const isElsewhere = [...(kept?.origins ?? [])].some(
        (origin) => origin !== 'null' && origin !== new URL(empty).origin,
      );
      if (isElsewhere || page.isClosed()) return close();
      const context = page.context();
      for (const event of heard) page.removeAllListeners(event);
      await Promise.all(
        context
          .pages()
          .filter((other) => other !== page)
          .map((other) => other.close()),
      );
      await context.setOffline(false);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await Promise.all(scripts.splice(0).map((script) => script.dispose()));
      await page.goto(empty);
      await takeAwayStops(page);
      if (await hasFalseClock(page)) return close();
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await page.emulateMedia({
        colorScheme: null,
        forcedColors: null,
        reducedMotion: null,
        media: null,
      });
      await context.clearPermissions();
      await context.clearCookies();
    },
    close,
  };
}
