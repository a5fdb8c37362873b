// Page reader: downloads an HTML page with SSRF protection and reads its metadata.
import type { PageReader } from '../../modules/curation/addItem/addItem.ts';
import { downloadFile, type DownloadLimits } from '../imageFetcher/download.ts';
import { limits } from '../../config/limits.ts';
import type { AllowedHost } from '../imageFetcher/ssrfProtection.ts';
import { readPageFacts } from './pageFacts.ts';

interface Options {
  limits: DownloadLimits;
  allow: readonly AllowedHost[];
}

const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/** As the answer or the page itself names it; what nobody knows is read as UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, 2_048).toString('latin1');
  const named =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

export const createPageReader = ({ limits: most, allow }: Options): PageReader => ({
  async read(address) {
    const { bytes, url, contentType } = await downloadFile(address, most, allow, {
      accept,
      userAgent: 'Mozilla/5.0 (compatible; Loadout)',
      stopAfterBytes: limits.sitePictures.pageBytes,
    });
    if (contentType !== '' && !/html|xml/i.test(contentType))
      return { url, title: '', description: '', image: null, pictures: [] };
    return { url, ...readPageFacts(decode(bytes, contentType), url) };
  },
});
