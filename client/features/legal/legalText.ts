/** One section of a legal text in one language; each paragraph is plain text. */
export interface LegalSectionText {
  title: string;
  paragraphs: string[];
}

/** One section in both languages; `id` is its anchor in the page's address. */
export interface LegalSection {
  id: string;
  ru: LegalSectionText;
  en: LegalSectionText;
}

/** A whole legal text; `updated` is the ISO date of its last change in substance. */
export interface LegalText {
  updated: string;
  sections: ReadonlyArray<LegalSection>;
}
