// Sentences of the main content of an HTML page, without menus, banners, counters and scripts. Pure.
import { Token } from 'parse5';
import { tokenizeHead } from '../../../shared/htmlTokenizer.ts';

/** Elements and roles outside the main content. */
const frameElements = new Set(
  'nav header footer aside dialog button select textarea script style noscript iframe xmp'.split(
    ' ',
  ),
);
const frameRoles =
  /^(?:alertdialog|banner|complementary|contentinfo|dialog|menu|menubar|navigation|search)$/;
const consentNames =
  /consent|onetrust|cc-window|cookie[-_]?(?:alert|banner|bar|bot|dialog|law|modal|note|notice|overlay|popup|preference|setting|yes)/i;
/** Class names of remarks that documentation puts into an aside. */
const noteNames = /note|admonition|callout|caution|warning|\btip\b/i;
/** Words in class names and ids of a site's header, footer and navigation. */
const frameWords =
  /^(?:banner|bottombar|breadcrumb|colophon|cookie|foot|footer|masthead|menu|nav|navbar|navigation|sidebar|toc|topbar|topnav|widgetarea)s?$/;
/** Words in class names of content that changes on its own; ids with such words are anchors of sections. */
const passingWords =
  /^(?:ad|advert|announcement|author|byline|carousel|comment|counter|feedback|hero|meta|newsletter|pager|pagination|popup|prevnext|promo|recent|recommendation|related|review|share|sharedaddy|sharing|slider|social|subscribe|testimonial|toast)s?$/;
/** A part with such a name but at least this many characters is main content. */
const longFrame = 2_000;
const mainElements = new Set(['html', 'body', 'main', 'article']);

const blockElements = new Set(
  'address article blockquote body br caption center dd details div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 hr html legend li main ol p pre section summary table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
/** Elements without a required end tag, each with the elements that also end it. */
const unclosedElements = new Map([
  ['p', /^$/],
  ['li', /^[uo]l$/],
  ['dt', /^dl$/],
  ['dd', /^dl$/],
  ['td', /^table$/],
  ['th', /^table$/],
  ['tr', /^table$/],
]);
/** A table row with at most this many characters is one sentence. */
const longestRow = 400;
const longestLink = 300;

/** Words of a class name: `TopBar_root__x9` is top, bar, topbar, root, x9. */
function wordsOf(name: string): string[] {
  const words = name
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .split(/[^a-zа-яё]+/)
    .filter(Boolean);
  return [...words, words.slice(0, 2).join('')];
}

const namesFrame = (names: string, words: readonly RegExp[]): boolean =>
  names
    .split(/\s+/)
    .some(
      (name) =>
        !/^(?:has|with|no|without|is)[-_]/i.test(name) &&
        wordsOf(name).some((word) => words.some((known) => known.test(word))),
    );

type FrameKind = 'always' | 'unlessLong' | null;

function frameKind(tag: Token.TagToken): FrameKind {
  const read = (name: string) => Token.getTokenAttr(tag, name) ?? '';
  if (mainElements.has(tag.tagName)) return null;
  const [classes, id] = [read('class'), read('id')];
  if (tag.tagName === 'aside' && noteNames.test(`${classes} ${read('aria-label')}`)) return null;
  if (frameElements.has(tag.tagName) || frameRoles.test(read('role'))) return 'always';
  if (consentNames.test(`${tag.tagName} ${classes} ${id}`)) return 'always';
  const isFrame = namesFrame(classes, [frameWords, passingWords]) || namesFrame(id, [frameWords]);
  return isFrame ? 'unlessLong' : null;
}

interface Line {
  text: string;
  /** True when the line is only a link, as in a menu. */
  isLink: boolean;
}

/** Lines that are collected until it is known whether they are content, frame or a table row. */
interface Part {
  /** The element that opened it. */
  tagName: string;
  kind: FrameKind | 'row';
  lines: Line[];
  /** Open elements of the same name inside it. */
  depth: number;
  /** Open lists or tables inside of an item, cell or row. */
  inner: number;
}

const toPart = (tagName: string, kind: Part['kind']): Part => ({
  tagName,
  kind,
  lines: [],
  depth: 0,
  inner: 0,
});

/** True when the start of an element ends an unclosed part. */
function isEndedBy({ tagName: open, inner }: Part, tagName: string): boolean {
  if (inner > 0 || !unclosedElements.has(open)) return false;
  if (open === 'p') return blockElements.has(tagName);
  return open === tagName || (/^t[dh]$/.test(open) && /^t[dhr]$/.test(tagName));
}

const mostParts = 30;

class LineCollector {
  private parts: Part[] = [toPart('', null)];
  private text = '';
  private linked = '';
  /** Characters that may still belong to the open link, because some pages never close one. */
  private linkLeft = 0;

  startTag(tag: Token.TagToken): void {
    const { tagName } = tag;
    if (tagName === 'a') this.linkLeft = Token.getTokenAttr(tag, 'href') === null ? 0 : longestLink;
    if (blockElements.has(tagName) || /^t[dh]$/.test(tagName)) this.endLine();
    while (isEndedBy(this.parts.at(-1)!, tagName)) this.closePart();
    const current = this.parts.at(-1)!;
    if (unclosedElements.get(current.tagName)?.test(tagName)) current.inner += 1;
    const kind = tagName === 'tr' ? 'row' : frameKind(tag);
    if (kind === null || this.parts.length > mostParts) {
      const same = this.parts.findLast((part) => part.tagName === tagName);
      if (same) same.depth += 1;
    } else {
      this.endLine();
      this.parts.push(toPart(tagName, kind));
    }
  }

  endTag(tagName: string): void {
    if (tagName === 'a') this.linkLeft = 0;
    if (blockElements.has(tagName)) this.endLine();
    const current = this.parts.at(-1)!;
    if (unclosedElements.get(current.tagName)?.test(tagName)) {
      if (current.inner === 0) this.closePart();
      else current.inner -= 1;
    }
    const at = this.parts.findLastIndex((part) => part.tagName === tagName);
    if (at === -1) return;
    const part = this.parts[at]!;
    if (part.depth > 0) part.depth -= 1;
    else while (this.parts.length > at) this.closePart();
  }

  addText(text: string): void {
    this.text += text;
    if (this.linkLeft > 0) this.linked += text;
    this.linkLeft -= text.length;
  }

  end(): string[] {
    while (this.parts.length > 1) this.closePart();
    this.endLine();
    const { lines } = this.parts[0]!;
    return lines.flatMap(({ text, isLink }, index) =>
      isLink || isMenuHeading(text, lines.slice(index + 1, index + 3)) ? [] : [text],
    );
  }

  private endLine(): void {
    const text = cleanLine(this.text);
    const isLink = cleanLine(this.linked) === text;
    this.text = '';
    this.linked = '';
    if (text !== '') this.parts.at(-1)!.lines.push({ text, isLink });
  }

  private closePart(): void {
    this.endLine();
    const { kind, lines } = this.parts.pop()!;
    const outer = this.parts.at(-1)!;
    const length = lines.reduce((sum, { text, isLink }) => sum + (isLink ? 0 : text.length), 0);
    // A link in a cell is part of its row; a row of links is a menu.
    if (kind === 'row' && length > 0 && length <= longestRow) {
      outer.lines.push({ text: lines.map(({ text }) => text).join(' · '), isLink: false });
    } else if (kind === 'row' || (kind === 'unlessLong' && length > longFrame)) {
      for (const line of lines) outer.lines.push(line);
    }
  }
}

/** True for a short name that precedes links. */
const isMenuHeading = (text: string, next: readonly Line[]): boolean =>
  /^[^\d.!?;:]{1,40}$/.test(text) && next.length === 2 && next.every(({ isLink }) => isLink);

const cleanLine = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replaceAll(/\s+/g, ' ')
    .trim();

const sentencesIn = new Intl.Segmenter('en', { granularity: 'sentence' });

/** True for lines with copyright or dates of the site. */
const isImprint = (line: string): boolean =>
  line.length < 200 && /©|\bcopyright\b|all rights reserved|все права защищены/i.test(line);

/** True for names of controls, as headings and for screen readers. */
const isControl = (line: string): boolean =>
  /^(?:(?:main )?(?:menu|navigation|search)|skip to (?:main )?content|sign in|log in|close|back|next|previous|меню|навигация|поиск|войти|закрыть|назад|далее)$/i.test(
    line,
  );

/** The sentences of a page in order; null when its text exceeds `mostBytes`. */
export function readPageSentences(html: string, mostBytes: number): string[] | null {
  const collector = new LineCollector();
  tokenizeHead(html, {
    onStartTag: (tag) => collector.startTag(tag),
    onEndTag: (tagName) => collector.endTag(tagName),
    onText: (text) => collector.addText(text),
  });
  const sentences: string[] = [];
  let bytes = 0;
  for (const line of collector.end()) {
    if (isImprint(line) || isControl(line)) continue;
    bytes += Buffer.byteLength(line);
    if (bytes > mostBytes) return null;
    for (const { segment } of sentencesIn.segment(line)) {
      const sentence = segment.trim();
      const isNumber = /^\d{1,2}[.)]$/.test(sentence);
      if (/[\p{L}\p{N}]/u.test(sentence) && !isNumber) sentences.push(sentence);
    }
  }
  return sentences;
}
