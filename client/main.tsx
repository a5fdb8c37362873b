/** Starts the page in short steps: what the server said, the words, and then the screens. */
import { keepFirstPage, readBoot } from './browser/boot.ts';
import { keepReauthentication } from './browser/signedOut.ts';
import { createClientLog, forwardToLog } from './browser/clientLog.ts';
import { followColourMode } from './browser/colourMode.ts';
import { keepCurrentUser } from './browser/currentUser.ts';
import { startSettings } from './browser/environment.ts';
import { reloadForMissingChunk } from './browser/missingChunk.ts';
import { keepBuild } from './browser/pageBuild.ts';
import { whenConnected } from './browser/whenConnected.ts';
import { whenIdle } from './browser/whenIdle.ts';

async function start(place: HTMLElement): Promise<void> {
  // Without this mark the page says, once it is loaded, that a file is missing or damaged (client/index.html).
  place.dataset['started'] = '';
  const boot = await readBoot();
  const write = createClientLog();
  forwardToLog(write, () => ({ page: location.pathname, build: boot.build }));
  startSettings(boot.settings);
  keepBuild(boot.build);
  const user = boot.user === undefined ? null : keepCurrentUser(boot.user);
  if (boot.mustReauthenticate) keepReauthentication();
  if (user && boot.firstPage) keepFirstPage(user.id, boot.firstPage);
  followColourMode();
  reloadForMissingChunk();
  // Each part is read in a task of its own, so that none of them holds the page for long.
  const { startI18n } = await import('./i18n/i18n.ts');
  await startI18n({
    build: boot.build,
    language: boot.language,
    ...(boot.translations ? { translations: boot.translations } : {}),
  });
  const { showPage } = await import('./app/showPage.tsx');
  await showPage(place);
  whenIdle(
    () =>
      void whenConnected(() => import('./browser/vitals.ts')).then(
        (part) => part.reportVitals(write),
        (failure: unknown) => console.error('The page is not measured', failure),
      ),
  );
}

start(document.getElementById('root')!).catch((failure: unknown) => {
  console.error('The page could not start', failure);
  // What stands in the HTML says so (client/index.html).
  window.dispatchEvent(new Event('loadout:not-started'));
});
