// Page reader: downloads an HTML page with SSRF protection and reads its metadata or all of it.
import type { PageReader } from '../../modules/curation/addItem/addItem.ts';
import type { SourcePages } from '../../modules/access/sourceWatch/sourceWatch.module.ts';
import { downloadFile, HttpStatusError, type DownloadLimits } from '../imageFetcher/download.ts';
import { limits } from '../../config/limits.ts';
import type { AllowedHost } from '../imageFetcher/ssrfProtection.ts';
import { declaredEncodings, encodingOfContentType } from '../../shared/htmlTokenizer.ts';
import { decodeText } from '../../shared/decodeText.ts';
import { DomainError } from '../../shared/domainError.ts';
import { hasWholeHead, readPageFacts } from './pageFacts.ts';

interface Options {
  limits: DownloadLimits;
  allow: readonly AllowedHost[];
}

const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
const userAgent = 'Mozilla/5.0 (compatible; Loadout)';

/** Servers declare Latin-1 by default, so it says nothing. */
const serverDefault = /^(?:iso-8859-1|latin1|us-ascii)$/i;

/** Decodes by the encoding that the answer or the page declares, if it is possible. */
function decode(bytes: Buffer, contentType: string): string {
  const label = encodingOfContentType(contentType);
  const isNamed = label !== null && !serverDefault.test(label);
  const claims = [...(isNamed ? [label] : []), ...declaredEncodings(bytes)];
  return decodeText(bytes, claims)?.text ?? '';
}

/** Possible ends of a head, in UTF-16 too; only the tokenizer confirms them. */
const headEnd = /<\0?(?:\/\0?h\0?e\0?a\0?d|b\0?o\0?d\0?y)/i;
const headEndLength = 12;
/** Limits repeated checks for scripts that write heads. */
const maxHeadChecks = 5;

/** Creates a check that is true when the chunks read so far contain the head of the page. */
function createHeadCheck(): (chunk: Buffer, readAll: () => Buffer) => boolean {
  let tail = '';
  let checks = 0;
  return (chunk, readAll) => {
    const text = tail + chunk.toString('latin1');
    tail = text.slice(-headEndLength);
    if (checks >= maxHeadChecks || !headEnd.test(text)) return false;
    checks += 1;
    return hasWholeHead(readAll().toString('latin1').replaceAll('\0', ''));
  };
}

/** Statuses of a site that refuses to be read. */
const refusals: readonly number[] = [401, 402, 403, 406, 407, 451];

const isHtml = (contentType: string): boolean =>
  contentType === '' || /html|xml/i.test(contentType);

export const createPageReader = ({ limits: most, allow }: Options): PageReader & SourcePages => ({
  async read(address) {
    const { bytes, url, contentType } = await downloadFile(address, most, allow, {
      accept,
      userAgent,
      part: { bytes: limits.sitePictures.pageBytes, isEnough: createHeadCheck() },
    });
    if (!isHtml(contentType)) return { url, title: '', description: '', image: null, pictures: [] };
    return { url, ...readPageFacts(decode(bytes, contentType), url) };
  },

  async readHtml(address) {
    const { pageBytes } = limits.sourceWatch;
    try {
      const { bytes, contentType } = await downloadFile(address, most, allow, {
        accept,
        userAgent,
        part: { bytes: pageBytes, isEnough: () => false, isStrict: true },
      });
      // In a truncated page any inserted word would seem to change the end.
      if (!isHtml(contentType) || bytes.length >= pageBytes) return { kind: 'refused' };
      return { kind: 'html', html: decode(bytes, contentType) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'GONE') return { kind: 'gone' };
      const isRefusal =
        error.cause instanceof HttpStatusError && refusals.includes(error.cause.status);
      return { kind: isRefusal ? 'refused' : 'failed' };
    }
  },
});
