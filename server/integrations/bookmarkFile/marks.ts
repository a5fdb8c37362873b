// Values of flags and folder paths in bookmark files.

const trueMark = /^(?:1|true|t|yes|y|on|x|✓|✔|да|истина)$/i;
const falseMark = /^(?:0|false|f|no|n|off|нет|ложь)$/i;
const hiddenMark =
  /^(?:private|hidden|secret|personal|restricted|unlisted|confidential|(?:visible to )?(?:only|just) (?:me|you)|myself|личн(?:ое|ый|ая|ые)|скрыт[оаые]|скрыт(?:ый|ая|ое|ые)|приватн(?:о|ый|ая|ое|ые)|секретн(?:о|ый|ая|ое|ые)|закрыт(?:о|ый|ая|ое|ые)|(?:видно )?только (?:мне|я|для (?:меня|себя))|для себя)$/i;
const unreadMark = /^(?:unread|to ?read|new|later|inbox|read later|не ?прочитано)$/i;

/** Spreadsheets write 1 as 1.0. */
const trimmed = (value: string): string => value.trim().replace(/^(\d)[.,]0+$/, '$1');

/** Values of a privacy flag that mean public. */
const openMark =
  /^(?:public|open|shared|visible|everyone|all|none|null|n\/a|undefined|[-–—]|публичн(?:о|ый|ая|ое|ые)|открыт(?:о|ый|ая|ое|ые)|общ(?:ий|ая|ее|ие)|все|всем|☐|✗|✘|❌)$/i;

export const isTrue = (value: string): boolean => trueMark.test(trimmed(value));
export const isFalse = (value: string): boolean => falseMark.test(trimmed(value));
export const isUnreadMark = (value: string): boolean => unreadMark.test(value.trim());

/** Visibility flags of a bookmark or a folder; empty when missing. */
interface Visibility {
  private: string;
  public: string;
  visibility: string;
}

const saysHidden = (value: string): boolean => hiddenMark.test(trimmed(value));

/** LinkAce writes visibility as digits: public, internal, private. */
const isHidden = (visibility: string): boolean =>
  trimmed(visibility) === '3' || isFalse(visibility);

export const isMarkedPrivate = (marks: Visibility): boolean =>
  Object.values(marks).some(saysHidden) ||
  // Anything but a no in this column means yes: `+`, a ticked box, a lock.
  (trimmed(marks.private) !== '' &&
    !isFalse(marks.private) &&
    !openMark.test(trimmed(marks.private))) ||
  isFalse(marks.public) ||
  isHidden(marks.visibility);

/** Folder names of a path, outermost first; slashes without spaces belong to names when others have spaces around them. */
export function folderPath(text: string): string[] {
  const separator = / [/\\>»→] /.test(text) ? / [/\\>»→] / : /[/\\>»→]/;
  return text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
