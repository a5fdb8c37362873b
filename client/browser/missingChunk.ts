/** After a release an open page may ask for a part that is no longer there: one reload brings the new page. */

const key = 'reloadedForChunkAt';
/** A second failure within this time is no old page but a real fault, and is shown as one. */
const patienceMs = 30_000;

export function reloadForMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < patienceMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
