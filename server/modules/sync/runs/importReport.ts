// Report of an import in both languages: rows left out, and notes about imported rows.
import type { Language } from '../../../shared/language.ts';
import type {
  FileBookmark,
  LeftOutCode,
  NoteParams,
  ParsedBookmarkFile,
  RowNote,
} from '../bookmarkFile.ts';

/** A left-out row, or a note about an imported row. */
export interface ImportRemark {
  file: string;
  line: number;
  isLeftOut: boolean;
  code: LeftOutCode | RowNote['code'] | 'private';
  params: NoteParams;
  source: string;
}

export interface ImportRemarkCount {
  remark: Pick<ImportRemark, 'code' | 'isLeftOut' | 'params'>;
  count: number;
}

type RemarkText = (params: NoteParams) => string;

const texts: Record<ImportRemark['code'], Record<Language, RemarkText>> = {
  private: {
    en: () => 'Marked as private: not imported unless you choose it',
    ru: () => 'Личная закладка: не добавится, если её не выбрать',
  },
  addressMissing: { en: () => 'No address', ru: () => 'Нет адреса' },
  addressUnreadable: { en: () => 'The address can’t be read', ru: () => 'Адрес не читается' },
  addressLong: {
    en: ({ most }) => `The address is longer than ${most} bytes`,
    ru: ({ most }) => `Адрес длиннее ${most} байт`,
  },
  addressSecret: {
    en: () => 'The address holds a user name or a password',
    ru: () => 'В адресе имя пользователя или пароль',
  },
  addressSuspicious: {
    en: () => 'The address looks broken: a quotation mark may be missing',
    ru: () => 'Адрес испорчен: похоже, потеряна кавычка',
  },
  addressRepaired: {
    en: () => 'The address was broken and was repaired',
    ru: () => 'Адрес был испорчен, исправили',
  },
  addressKind: {
    en: ({ scheme }) => `Not a web page (${scheme})`,
    ru: ({ scheme }) => `Не веб-страница (${scheme})`,
  },
  quoteOpen: { en: () => 'A quotation mark is not closed', ru: () => 'Кавычка не закрыта' },
  jsonBroken: { en: () => 'The JSON of the line is broken', ru: () => 'Строка — не JSON' },
  rowLong: {
    en: ({ most }) => `The row is longer than ${most} characters`,
    ru: ({ most }) => `Строка длиннее ${most} знаков`,
  },
  dateUnreadable: {
    en: () => 'The date can’t be read and was left out',
    ru: () => 'Дата не читается и пропущена',
  },
  dateOutOfRange: {
    en: () => 'The date is impossible and was left out',
    ru: () => 'Такой даты быть не может, она пропущена',
  },
  titleCut: {
    en: ({ most }) => `The title was cut to ${most} characters`,
    ru: ({ most }) => `Название сокращено до ${most} знаков`,
  },
  excerptCut: {
    en: ({ most }) => `The description was cut to ${most} characters`,
    ru: ({ most }) => `Описание сокращено до ${most} знаков`,
  },
  noteCut: {
    en: ({ most }) => `The note was cut to ${most} characters`,
    ru: ({ most }) => `Заметка сокращена до ${most} знаков`,
  },
  tagLeftOut: {
    en: ({ most }) => `A tag longer than ${most} characters was left out`,
    ru: ({ most }) => `Тег длиннее ${most} знаков пропущен`,
  },
  pictureLeftOut: {
    en: () => 'The address of the picture can’t be used',
    ru: () => 'Адрес картинки не подходит',
  },
  idUnreadable: {
    en: () => 'The id can’t be used; the address decides',
    ru: () => 'Такой id не подходит, сравниваем по адресу',
  },
  idTwice: {
    en: ({ line }) => `Line ${line} has the same id; the address decides`,
    ru: ({ line }) => `Такой же id в строке ${line}, сравниваем по адресу`,
  },
  samePage: {
    en: ({ lines, file }) => `The same page again: ${file ? `${file}, ` : ''}line ${lines}; merged`,
    ru: ({ lines, file }) =>
      `Та же страница ещё раз: ${file ? `${file}, ` : ''}строка ${lines}; объединено`,
  },
  schemeAdded: {
    en: () => 'The address had no https://; it was added',
    ru: () => 'У адреса не было https://, добавили',
  },
  cellsLeftOut: {
    en: () => 'More cells than columns; the rest was left out',
    ru: () => 'Ячеек больше, чем столбцов; лишнее пропущено',
  },
  quoteRepaired: {
    en: () => 'A misplaced quotation mark was ignored',
    ru: () => 'Лишняя кавычка не учтена',
  },
};

/** Texts for a group of remarks, without parameters that differ from row to row. */
const groupTexts: Partial<Record<ImportRemark['code'], Record<Language, string>>> = {
  idTwice: {
    en: 'The id stands twice; the address decides',
    ru: 'Id повторяется, сравниваем по адресу',
  },
  samePage: {
    en: 'The same page several times; merged into one row',
    ru: 'Одна страница несколько раз, объединено в одну строку',
  },
};

export const remarkText = (
  { code, params }: Pick<ImportRemark, 'code' | 'params'>,
  language: Language,
): string => texts[code][language](params);

export const remarkGroupText = (
  remark: Pick<ImportRemark, 'code' | 'params'>,
  language: Language,
): string => groupTexts[remark.code]?.[language] ?? remarkText(remark, language);

const privateRemark = (file: ParsedBookmarkFile, { line, bookmark }: FileBookmark) => ({
  file: file.name,
  line,
  isLeftOut: true,
  code: 'private' as const,
  params: {},
  source: bookmark.link,
});

/** Left-out rows first, then private ones unless they are included, then notes, each in the order of the files. */
export function importRemarks(
  files: readonly ParsedBookmarkFile[],
  includePrivate = false,
): ImportRemark[] {
  const leftOut = files.flatMap((file) =>
    file.leftOut.map(({ line, code, params, text }) => ({
      file: file.name,
      line,
      isLeftOut: true,
      code,
      params,
      source: text,
    })),
  );
  const hidden = files.flatMap((file) =>
    file.rows
      .filter(({ isPrivate }) => isPrivate && !includePrivate)
      .map((row) => privateRemark(file, row)),
  );
  const notes = files.flatMap((file) =>
    file.rows.flatMap(({ line, bookmark, notes: ofRow }) =>
      ofRow.map(({ code, params }) => ({
        file: file.name,
        line,
        isLeftOut: false,
        code,
        params,
        source: String(params['text'] ?? bookmark.title),
      })),
    ),
  );
  return [...leftOut, ...hidden, ...notes];
}

/** Number of remarks for each text, the most frequent first, left-out rows before notes. */
export function countRemarks(remarks: readonly ImportRemark[]): ImportRemarkCount[] {
  const groups = Map.groupBy(remarks, (remark) => remarkGroupText(remark, 'en'));
  return [...groups.values()]
    .map((group) => ({ remark: group[0]!, count: group.length }))
    .toSorted(
      (one, other) =>
        Number(other.remark.isLeftOut) - Number(one.remark.isLeftOut) || other.count - one.count,
    );
}

const headers: Record<Language, string[]> = {
  en: ['File', 'Line', 'Result', 'Reason', 'Text'],
  ru: ['Файл', 'Строка', 'Итог', 'Причина', 'Текст'],
};

const results = {
  en: { leftOut: 'left out', note: 'imported with a note' },
  ru: { leftOut: 'пропущена', note: 'добавляется с замечанием' },
};

/** Rows of the report, with its header. */
export const reportRows = (remarks: readonly ImportRemark[], language: Language): string[][] => [
  headers[language],
  ...remarks.map((remark) => [
    remark.file,
    String(remark.line),
    results[language][remark.isLeftOut ? 'leftOut' : 'note'],
    remarkText(remark, language),
    remark.source,
  ]),
];
