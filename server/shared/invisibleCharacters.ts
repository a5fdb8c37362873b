// Invisible and unstorable characters in texts.

/**
 * Characters without a visible mark: white space, controls, Unicode's default ignorables (zero widths, joiners, variation
 * selectors, fillers, tags), and the few blank ones without these properties: the empty Braille pattern, annotation marks, the
 * musical null note.
 */
const unseen =
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]*$/u;

/** Controls except tabs and line ends. */
const controls = /[\p{Cc}--[\t\n\r]]/gv;

/** True for a text without visible characters, which counts as empty in every input. */
export const showsNothing = (text: string): boolean => unseen.test(text);

/** True for a text that PostgreSQL and JSON can store: well-formed UTF-16 without NUL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** True for a text with controls other than tabs and line ends. */
export const hasControls = (text: string): boolean => text.search(controls) >= 0;

/** Replaces controls by spaces. */
export const withoutControls = (text: string): string => text.replaceAll(controls, ' ');
