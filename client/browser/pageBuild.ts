/** Build of the open page, and its reload when a release has removed its chunks. */
import { ownFetch } from './serverCalls.ts';

let build = '';

/** Called once when the page starts. */
export const setPageBuild = (given: string): void => {
  build = given;
};

/** Empty when the page was not told. */
export const pageBuild = (): string => build;

const key = 'reloadedFromBuild';
/** Messages of Chromium, Firefox and Safari when the file of a module fails to load. */
const didNotCome = /dynamically imported module|module script failed|preload CSS/i;

/** A reload would lose typed text. */
const hasTypedText = () =>
  [...document.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '');

async function serverBuild(): Promise<unknown> {
  const response = await ownFetch('/api/v1/health');
  return ((await response.json()) as { build?: unknown }).build;
}

/**
 * Reloads only when the server has another build than this page, at most once from each build, and
 * never over typed text. The failure itself is not swallowed: until the reload, and without one, it is
 * shown where it happened.
 */
export function reloadForMissingChunk(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error };
    const build = pageBuild();
    if (!didNotCome.test(payload.message) || sessionStorage.getItem(key) === build) return;
    serverBuild().then(
      (now) => {
        if (now === build || typeof now !== 'string' || hasTypedText()) return;
        sessionStorage.setItem(key, build);
        reload();
      },
      (failure: unknown) => console.info('The build of the server is not known', failure),
    );
  });
}
