/** Starts the page in short steps: what the server said, the words, and then the screens. */
import { storeFirstPage, readPageData } from './browser/pageData.ts';
import { requireReauthentication } from './browser/signedOut.ts';
import { createClientLog, forwardToLog } from './browser/clientLog.ts';
import { followColourMode } from './browser/colourMode.ts';
import { setCurrentUser } from './browser/currentUser.ts';
import { setClientSettings } from './browser/environment.ts';
import { reloadForMissingChunk, setPageBuild } from './browser/pageBuild.ts';
import { showPage } from './app/showPage.tsx';
import { startI18n } from './i18n/i18n.ts';

async function start(place: HTMLElement): Promise<void> {
  // Without this mark the page says, once it is loaded, that a file is missing or damaged (client/index.html).
  place.dataset['started'] = '';
  const boot = await readPageData();
  const write = createClientLog();
  forwardToLog(write, () => ({ page: location.pathname, build: boot.build }));
  setClientSettings(boot.settings);
  setPageBuild(boot.build);
  const user = boot.user === undefined ? null : setCurrentUser(boot.user);
  if (boot.mustReauthenticate) requireReauthentication();
  if (user && boot.firstPage) storeFirstPage(user.id, boot.firstPage);
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
