// Invisible and unstorable characters in texts.

/**
 * Characters that leave no mark: white space, controls, what Unicode says a reader ignores by default (zero widths,
 * joiners, variation selectors, fillers, tags), and the few that are blank without bearing either property: the empty
 * Braille pattern, the marks of interlinear annotation, the musical null note.
 */
const unseen =
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]*$/u;

/** Controls but for tabulators and line ends. */
const controls = /[\p{Cc}--[\t\n\r]]/gv;

/** Whether a text shows nothing; such a text is empty wherever text is taken. */
export const showsNothing = (text: string): boolean => unseen.test(text);

/** Whether PostgreSQL and JSON can carry a text: well-formed UTF-16 without NUL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Whether a text holds controls other than tabulators and line ends. */
export const hasControls = (text: string): boolean => text.search(controls) >= 0;

/** The same text with white space in place of its controls. */
export const withoutControls = (text: string): string => text.replaceAll(controls, ' ');
