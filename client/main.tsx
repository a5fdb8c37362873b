/** Starts the page in short steps: what the server said, the words, and then the screens. */
import { keepFirstPage, readBoot } from './browser/pageData.ts';
import { keepReauthentication } from './browser/signedOut.ts';
import { createClientLog, forwardToLog } from './browser/clientLog.ts';
import { followColourMode } from './browser/colourMode.ts';
import { keepCurrentUser } from './browser/currentUser.ts';
import { startSettings } from './browser/environment.ts';
import { reloadForMissingChunk } from './browser/missingChunk.ts';
import { keepBuild } from './browser/pageBuild.ts';
import { showPage } from './app/showPage.tsx';
import { startI18n } from './i18n/i18n.ts';

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
  await startI18n({
    build: boot.build,
    language: boot.language,
    ...(boot.translations ? { translations: boot.translations } : {}),
  });
  await showPage(place);
  await import('./browser/vitals.ts').then(
    (part) => part.reportVitals(write),
    (failure: unknown) => console.info('The page is not measured', failure),
  );
}

start(document.getElementById('root')!).catch((failure: unknown) => {
  console.error('The page could not start', failure);
  // What stands in the HTML says so (client/index.html).
  window.dispatchEvent(new Event('loadout:not-started'));
});
