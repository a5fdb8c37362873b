/** Preview of an import in the order of the decisions: what was recognised, folders, rows, private rows, start. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../design/Checkbox.tsx';
import type { ImportRowKind, DayMonthOrder } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { Button } from '../../design/Button.tsx';
import { UnreadableBookmark } from '../../items/UnreadableBookmark.tsx';
import {
  selectableKinds,
  countReplacedDemoItems,
  isSelected,
  selectedOfKind,
  toggleKind,
  toggleRow,
  countPrivate,
  type RowSelection,
  type Preview,
  type Row,
} from './rowSelection.ts';
import { Folders, folderTree } from './Folders.tsx';
import { Recognised } from './Recognised.tsx';
import type { ReadOptions } from './useImportFiles.ts';

interface PreviewRowsProps {
  preview: Preview;
  selection: RowSelection;
  /** Null: read-only. */
  onChange: ((selection: RowSelection) => void) | null;
  /** Loads the next page; null while it is loading. */
  onMore: (() => void) | null;
}

function PreviewRows({ preview, selection, onChange, onMore }: PreviewRowsProps) {
  const { t } = useTranslation('dashboard');
  const { counts, unreadable, newTags, newTagsCount } = preview;
  const replacedCount = onChange
    ? countReplacedDemoItems(selection, preview)
    : counts.replacedDemoItems;
  return (
    <>
      {selectableKinds.map((kind) => (
        <RowsOfKind key={kind} kind={kind} {...{ preview, selection, onChange, onMore }} />
      ))}
      {counts.known > 0 ? (
        <p>
          {t('admin.import.kinds.known')}: {t('admin.import.rows', { count: counts.known })}
        </p>
      ) : null}
      {counts.gone > 0 ? <p>{t('admin.import.gone', { count: counts.gone })}</p> : null}
      {replacedCount > 0 ? (
        <p>{t('admin.import.replacedDemoItems', { count: replacedCount })}</p>
      ) : null}
      {unreadable.length > 0 && preview.files.length === 0 ? (
        <details>
          <summary>{t('admin.import.unreadable', { count: counts.unreadable })}</summary>
          <ul aria-label={t('admin.import.unreadable', { count: counts.unreadable })}>
            {unreadable.map(({ where, reason }, place) => (
              <li key={place}>
                <UnreadableBookmark where={where} reason={reason} />
              </li>
            ))}
          </ul>
          <MoreRows count={counts.unreadable - unreadable.length} />
        </details>
      ) : null}
      {newTagsCount > 0 ? (
        <details>
          <summary>{t('admin.import.newTags', { count: newTagsCount })}</summary>
          <p>{newTags.map((tag) => `#${tag}`).join(' ')}</p>
          <MoreRows count={newTagsCount - newTags.length} />
        </details>
      ) : null}
    </>
  );
}

/** With fewer rows all are shown at once. */
const shortLength = 50;

const isShort = ({ counts }: Preview): boolean =>
  selectableKinds.reduce((sum, kind) => sum + counts[kind], 0) < shortLength;

function RowsOfKind({
  kind,
  preview,
  selection,
  onChange,
  onMore,
}: PreviewRowsProps & { kind: ImportRowKind }) {
  const { t } = useTranslation('dashboard');
  const { counts, rows } = preview;
  const count = counts[kind];
  const ofKind = rows.filter((row) => row.kind === kind);
  if (count === 0) return null;
  const name = t(`admin.import.kinds.${kind}`);
  const heading = `${name}: ${t('admin.import.rows', { count })}`;
  const selected = selectedOfKind(selection, kind, preview);
  return (
    <div>
      {onChange ? (
        <Checkbox
          checked={selection.kinds.includes(kind)}
          mixed={selected.isSome}
          onChange={() => onChange(toggleKind(selection, kind, rows))}
        >
          {heading}
          {selected.isSome ? ` (${t('admin.import.selected', { count: selected.count })})` : null}
        </Checkbox>
      ) : (
        <strong>{heading}</strong>
      )}
      <details open={isShort(preview)}>
        <summary>{t('admin.import.show', { name })}</summary>
        <ul aria-label={heading}>
          {ofKind.map((row) => (
            <li key={row.key}>
              {onChange ? (
                <Checkbox
                  checked={isSelected(selection, row)}
                  onChange={() => onChange(toggleRow(selection, row))}
                >
                  <RowText row={row} />
                </Checkbox>
              ) : (
                <RowText row={row} />
              )}
            </li>
          ))}
        </ul>
        <MoreRows count={count - ofKind.length} />
        {count > ofKind.length ? (
          <Button disabled={!onMore} onClick={() => onMore?.()}>
            {t('admin.import.showMore', { name })}
          </Button>
        ) : null}
      </details>
    </div>
  );
}

function MoreRows({ count }: { count: number }) {
  const { t } = useTranslation('dashboard');
  return count > 0 ? <p>{t('admin.import.moreRows', { count })}</p> : null;
}

function RowText({ row }: { row: Row }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const duplicate =
    row.duplicate && chooseText(row.duplicate.titleRu, row.duplicate.titleEn, language);
  const replaced =
    row.replacedDemoItem &&
    chooseText(row.replacedDemoItem.titleRu, row.replacedDemoItem.titleEn, language);
  return (
    <>
      {row.title}
      <small>{row.url}</small>
      {row.isPrivate ? <small>{t('admin.import.private.row')}</small> : null}
      {row.notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
      {duplicate ? (
        <small>
          {t(
            `admin.import.${row.kind === 'sameAddress' ? 'same' : 'like'}${row.duplicate?.id ? '' : 'Row'}`,
            {
              title: duplicate.text,
            },
          )}
        </small>
      ) : null}
      {replaced ? (
        <small>{t('admin.import.replacedDemoItem', { title: replaced.text })}</small>
      ) : null}
      {row.inconsistencies.length > 0 ? (
        <small>
          {row.inconsistencies.map((type) => t(`admin.inconsistencies.types.${type}`)).join(', ')}
        </small>
      ) : null}
    </>
  );
}

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

/** Preview of an import in the order of the decisions: what was recognised, folders, rows, private rows, start. */
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
