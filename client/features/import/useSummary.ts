/** CSV summary of an import with a row for each bookmark. */
import { useTranslation } from 'react-i18next';
import { useUnreadableBookmarkText } from '../../items/UnreadableBookmark.tsx';
import { selectableKinds, isSelected, type RowSelection, type Preview } from './rowSelection.ts';

const formatCsvCell = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) || /[",\n]/.test(text)
    ? `"${text.replace(/^(?='*[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
    : text;

/** Rows that were not loaded appear as a count per kind. */
export function useSummary(): (selection: RowSelection, preview: Preview) => string {
  const { t } = useTranslation('dashboard');
  const unreadableWords = useUnreadableBookmarkText();
  return (selection, preview) => {
    const kindOf = (kind: Preview['rows'][number]['kind'] | 'unreadable') =>
      t(`admin.import.summary.kinds.${kind}`);
    const yesOrNo = (isIn: boolean) => t(`admin.import.summary.${isIn ? 'yes' : 'no'}`);
    const rows = preview.rows.map((row) => [
      kindOf(row.kind),
      yesOrNo(isSelected(selection, row)),
      row.title,
      row.url,
      row.tags.join(', '),
      '',
    ]);
    const notLoaded = selectableKinds.flatMap((kind) => {
      const left = preview.counts[kind] - preview.rows.filter((row) => row.kind === kind).length;
      const words = t('admin.import.moreRows', { count: left });
      return left > 0
        ? [[kindOf(kind), yesOrNo(selection.kinds.includes(kind)), words, '', '', '']]
        : [];
    });
    const leftOut = preview.remarks
      // Private rows are among the rows.
      .filter(({ isLeftOut, code }) => isLeftOut && code !== 'private')
      .map(({ line, text, source }) => [
        kindOf('unreadable'),
        yesOrNo(false),
        t('admin.unreadableBookmarks.places.line', { value: line }),
        source,
        '',
        text,
      ]);
    const ofProvider = preview.files.length === 0 ? preview.unreadable : [];
    const unreadable = ofProvider.map((bookmark) => {
      const { place, why } = unreadableWords(bookmark);
      const [where, reason] = [place ?? bookmark.where, why ?? bookmark.reason];
      return [kindOf('unreadable'), yesOrNo(false), where, '', '', reason];
    });
    const columns = (['kind', 'imported', 'title', 'url', 'tags', 'reason'] as const).map((name) =>
      t(`admin.import.summary.columns.${name}`),
    );
    return [columns, ...rows, ...notLoaded, ...leftOut, ...unreadable]
      .map((line) => line.map(formatCsvCell).join(','))
      .join('\r\n');
  };
}
