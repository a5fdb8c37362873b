/** Preview of an import in the order of the decisions: what was recognised, folders, rows, private rows, start. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../design/Checkbox.tsx';
import type { DayMonthOrder } from './generated.ts';
import { Folders, folderTree } from './Folders.tsx';
import { PreviewRows } from './PreviewRows.tsx';
import { Recognised } from './Recognised.tsx';
import { countPrivate, type Preview, type RowSelection } from './rowSelection.ts';
import type { ReadOptions } from './useImportFiles.ts';

interface Props {
  preview: Preview;
  selection: RowSelection;
  /** Null: read-only, without files. */
  onChange: ((selection: RowSelection) => void) | null;
  options: ReadOptions;
  /** Reads the files again with other options. */
  onReread: (change: Partial<ReadOptions>) => void;
  onDayMonthOrder: (order: DayMonthOrder) => void;
  onReport: (() => void) | null;
  /** Loads the next page; null while it is loading. */
  onMore: (() => void) | null;
  actions: ReactNode;
}

export function ImportPreview(props: Props) {
  const { preview, selection, onChange, options, onMore, actions } = props;
  const { t } = useTranslation('dashboard');
  const folders = folderTree(preview);
  const privateCount = countPrivate(preview);
  return (
    <>
      <p>{t(onChange ? 'admin.import.nothingImported' : 'admin.import.nothingSynced')}</p>
      {onChange ? (
        <Recognised
          preview={preview}
          dayMonthOrder={options.dayMonthOrder}
          onEncoding={(encoding) => props.onReread({ encoding })}
          onDayMonthOrder={props.onDayMonthOrder}
          onReport={props.onReport}
        />
      ) : null}
      {onChange && folders ? (
        <Folders
          root={folders}
          selection={selection}
          onChange={onChange}
          folderTags={options.folderTags}
          onFolderTags={(folderTags) => props.onReread({ folderTags })}
        />
      ) : null}
      <PreviewRows preview={preview} selection={selection} onChange={onChange} onMore={onMore} />
      {onChange && privateCount > 0 ? (
        <Checkbox
          checked={selection.includePrivate}
          onChange={() => onChange({ ...selection, includePrivate: !selection.includePrivate })}
        >
          {t('admin.import.private.include', { count: privateCount })}
        </Checkbox>
      ) : null}
      <div data-part="actions">
        {actions}
        {onChange && privateCount > 0 && !selection.includePrivate ? (
          <span>{t('admin.import.private.leftOut', { count: privateCount })}</span>
        ) : null}
      </div>
    </>
  );
}
