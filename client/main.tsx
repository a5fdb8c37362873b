/** Starts the page: what the server said, the words, the colours, the log; then the screens. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { keepBuild } from './app/newVersion.ts';
import { reloadForMissingChunk } from './app/missingChunk.ts';
import { keepFirstPage, readBoot } from './browser/boot.ts';
import { createClientLog, forwardToLog } from './browser/clientLog.ts';
import { followColourMode } from './browser/colourMode.ts';
import { keepCurrentUser } from './browser/currentUser.ts';
import { startSettings } from './browser/environment.ts';
import { startI18n } from './i18n/i18n.ts';

async function start(place: HTMLElement): Promise<void> {
  const boot = await readBoot();
  forwardToLog(createClientLog(), () => ({ page: location.pathname, build: boot.build }));
  startSettings(boot.settings);
  keepBuild(boot.build);
  keepFirstPage(boot.firstPage);
  if (boot.user !== undefined) keepCurrentUser(boot.user);
  followColourMode();
  reloadForMissingChunk();
  await startI18n({
    build: boot.build,
    language: boot.language,
    ...(boot.translations ? { translations: boot.translations } : {}),
  });
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

const place = document.getElementById('root')!;
start(place).catch((failure: unknown) => {
  console.error('The page could not start', failure);
  place.textContent =
    'Что-то пошло не так. Обновите страницу. / Something went wrong. Reload the page.';
});
