/** What came in and what did not, as a table to keep, in the language of the page. */
import { useTranslation } from 'react-i18next';
import { useUnreadableWords } from '../../items/usePartialDataText.ts';
import { selectableKinds, isSelected, type RowSelection, type Preview } from './rowSelection.ts';

const formatCsvCell = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) || /[",\n]/.test(text)
    ? `"${text.replace(/^(?='*[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
    : text;

/** CSV with a line for each row of a preview, and for those that nobody has looked at their number. */
export function useSummary(): (choice: RowSelection, preview: Preview) => string {
  const { t } = useTranslation('dashboard');
  const unreadableWords = useUnreadableWords();
  return (choice, preview) => {
    const kindOf = (kind: Preview['rows'][number]['kind'] | 'unreadable') =>
      t(`admin.import.summary.kinds.${kind}`);
    const said = (isIn: boolean) => t(`admin.import.summary.${isIn ? 'yes' : 'no'}`);
    const rows = preview.rows.map((row) => [
      kindOf(row.kind),
      said(isSelected(choice, row)),
      row.title,
      row.url,
      row.tags.join(', '),
      '',
    ]);
    const unseen = selectableKinds.flatMap((kind) => {
      const left = preview.counts[kind] - preview.rows.filter((row) => row.kind === kind).length;
      const words = t('admin.import.moreRows', { count: left });
      return left > 0 ? [[kindOf(kind), said(choice.kinds.includes(kind)), words, '', '', '']] : [];
    });
    const unreadable = preview.unreadable.map((bookmark) => {
      const { place, why } = unreadableWords(bookmark);
      const [where, reason] = [place ?? bookmark.where, why ?? bookmark.reason];
      return [kindOf('unreadable'), said(false), where, '', '', reason];
    });
    const columns = (['kind', 'taken', 'title', 'url', 'tags', 'reason'] as const).map((name) =>
      t(`admin.import.summary.columns.${name}`),
    );
    return [columns, ...rows, ...unseen, ...unreadable]
      .map((line) => line.map(formatCsvCell).join(','))
      .join('\r\n');
  };
}
