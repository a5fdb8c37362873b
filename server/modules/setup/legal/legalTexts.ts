// Legal texts: types of the terms and the privacy policy, and their Markdown parser (specification, section 2).
import MarkdownIt, { type Token } from 'markdown-it';

export const legalDocuments = ['privacy_policy', 'terms_of_service'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** A paragraph, or a list with one entry per line; plain text. */
interface LegalBlock {
  isList: boolean;
  lines: string[];
}

interface LegalSection {
  /** Its anchor in the page's address; the same in both languages if the file names it with `{#anchor}`. */
  id: string;
  title: string;
  blocks: LegalBlock[];
}

export interface LegalText {
  /** ISO date of its last change in substance; null when the file does not contain it. */
  updated: string | null;
  sections: LegalSection[];
}

/** Error for a file that is not a legal text. */
export class LegalTextError extends Error {}

/** Plain CommonMark; HTML is refused as an unknown block. */
const markdown = new MarkdownIt('commonmark');

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;
const updatedLine = /^updated:\s*(\d{4}-\d{2}-\d{2})\s*$/m;
const anchor = /\s*\{#([a-z][a-z0-9-]*)\}\s*$/;

/** Plain text of a paragraph or heading, with the addresses of links beside their texts. */
function textOf({ children }: Token): string {
  let text = '';
  let address = '';
  for (const token of children ?? []) {
    if (token.type === 'link_open') address = String(token.attrGet('href')).replace(/^mailto:/, '');
    else if (token.type === 'link_close') text += text.endsWith(address) ? '' : ` (${address})`;
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else text += token.content;
  }
  return text.trim();
}

const containers = new Set([
  'heading_open',
  'heading_close',
  'paragraph_open',
  'paragraph_close',
  'bullet_list_open',
  'bullet_list_close',
  'ordered_list_open',
  'ordered_list_close',
  'list_item_open',
  'list_item_close',
]);

class Reader {
  readonly sections: LegalSection[] = [];
  private list: LegalBlock | null = null;
  private isNewEntry = false;
  private heading: string | null = null;

  /** Processes the tokens in order. @throws LegalTextError without the line */
  take(token: Token): void {
    if (token.type === 'inline') this.takeText(textOf(token));
    else if (!containers.has(token.type))
      throw new LegalTextError(`only headings, paragraphs and lists are taken, not ${token.type}`);
    else if (token.type === 'heading_open') this.heading = token.tag;
    else if (token.type === 'heading_close') this.heading = null;
    else if (token.type.endsWith('list_open')) this.openList();
    else if (token.type.endsWith('list_close')) this.list = null;
    else if (token.type === 'list_item_open') this.isNewEntry = true;
  }

  private openList(): void {
    if (this.list) throw new LegalTextError('a list cannot stand in a list');
    this.list = { isList: true, lines: [] };
    this.blocks().push(this.list);
  }

  private takeText(text: string): void {
    if (this.heading) this.takeHeading(this.heading, text);
    else if (!this.list) this.blocks().push({ isList: false, lines: [text] });
    else if (this.isNewEntry) this.list.lines.push(text);
    else this.list.lines.push(`${this.list.lines.pop() ?? ''} ${text}`);
    this.isNewEntry = false;
  }

  private takeHeading(tag: string, text: string): void {
    if (tag === 'h1' && this.sections.length === 0) return;
    if (tag !== 'h2') throw new LegalTextError('a section begins with ##');
    const id = anchor.exec(text)?.[1] ?? `section-${this.sections.length + 1}`;
    this.sections.push({ id, title: text.replace(anchor, ''), blocks: [] });
  }

  private blocks(): LegalBlock[] {
    const section = this.sections.at(-1);
    if (!section) throw new LegalTextError('the first section (##) must come before its text');
    return section.blocks;
  }
}

/**
 * Parses a legal text: an optional front matter with `updated: 2026-11-21`, an optional title (`#`), and sections
 * (`##`), each with paragraphs and lists. A title may be followed by the section's anchor: `## Cookies {#cookies}`.
 * @throws LegalTextError for anything else, with its line
 */
export function parseLegalText(text: string): LegalText {
  const front = frontMatter.exec(text);
  // Keeps empty lines, so that line numbers in errors are those of the file.
  const body = text.replace(frontMatter, (matter) => matter.replaceAll(/[^\n]/g, ''));
  const reader = new Reader();
  let line = 0;
  for (const token of markdown.parse(body, {})) {
    line = token.map?.[0] ?? line;
    try {
      reader.take(token);
    } catch (error) {
      if (!(error instanceof LegalTextError)) throw error;
      throw new LegalTextError(`line ${line + 1}: ${error.message}`, { cause: error });
    }
  }
  const { sections } = reader;
  if (sections.length === 0) throw new LegalTextError('it has no section (##)');
  const ids = sections.map(({ id }) => id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate) throw new LegalTextError(`the anchor ${duplicate} is used twice`);
  return { updated: updatedLine.exec(front?.[1] ?? '')?.[1] ?? null, sections };
}
