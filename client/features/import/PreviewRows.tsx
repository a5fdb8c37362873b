/** What an import would do, kind by kind: each can be taken whole, and row by row. */
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../design/Checkbox.tsx';
import type { ImportRowKind } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { Button } from '../../design/Button.tsx';
import { UnreadableBookmark } from '../../items/UnreadableBookmark.tsx';
import {
  choosable,
  countGivingWay,
  isTaken,
  takenOf,
  toggleKind,
  toggleRow,
  type Choice,
  type Preview,
  type Row,
} from './rowSelection.ts';

interface Props {
  preview: Preview;
  choice: Choice;
  /** Null: only to be looked at. */
  onChange: ((choice: Choice) => void) | null;
  /** Reads the next rows of every kind; null while they are being read. */
  onMore: (() => void) | null;
}

export function PreviewRows({ preview, choice, onChange, onMore }: Props) {
  const { t } = useTranslation('dashboard');
  const { counts, unreadable, newTags, newTagsCount } = preview;
  const replacedDemoItems = onChange ? countGivingWay(choice, preview) : counts.replacedDemoItems;
  return (
    <>
      {choosable.map((kind) => (
        <Kind key={kind} kind={kind} {...{ preview, choice, onChange, onMore }} />
      ))}
      {counts.known > 0 ? (
        <p>
          {t('admin.import.kinds.known')}: {t('admin.import.rows', { count: counts.known })}
        </p>
      ) : null}
      {counts.gone > 0 ? <p>{t('admin.import.gone', { count: counts.gone })}</p> : null}
      {replacedDemoItems > 0 ? (
        <p>{t('admin.import.replacedDemoItems', { count: replacedDemoItems })}</p>
      ) : null}
      {counts.unreadable > 0 ? (
        <details>
          <summary>{t('admin.import.unreadable', { count: counts.unreadable })}</summary>
          <ul aria-label={t('admin.import.unreadable', { count: counts.unreadable })}>
            {unreadable.map(({ where, reason }, place) => (
              <li key={place}>
                <UnreadableBookmark where={where} reason={reason} />
              </li>
            ))}
          </ul>
          <More count={counts.unreadable - unreadable.length} />
        </details>
      ) : null}
      {newTagsCount > 0 ? (
        <details>
          <summary>{t('admin.import.newTags', { count: newTagsCount })}</summary>
          <p>{newTags.map((tag) => `#${tag}`).join(' ')}</p>
          <More count={newTagsCount - newTags.length} />
        </details>
      ) : null}
    </>
  );
}

function Kind({ kind, preview, choice, onChange, onMore }: Props & { kind: ImportRowKind }) {
  const { t } = useTranslation('dashboard');
  const { counts, rows } = preview;
  const count = counts[kind];
  const ofKind = rows.filter((row) => row.kind === kind);
  if (count === 0) return null;
  const name = t(`admin.import.kinds.${kind}`);
  const heading = `${name}: ${t('admin.import.rows', { count })}`;
  const taken = takenOf(choice, kind, preview);
  return (
    <div>
      {onChange ? (
        <Checkbox
          checked={choice.kinds.includes(kind)}
          mixed={taken.isSome}
          onChange={() => onChange(toggleKind(choice, kind, rows))}
        >
          {heading}
          {taken.isSome ? ` (${t('admin.import.taken', { count: taken.count })})` : null}
        </Checkbox>
      ) : (
        <strong>{heading}</strong>
      )}
      <details>
        <summary>{t('admin.import.show', { name })}</summary>
        <ul aria-label={heading}>
          {ofKind.map((row) => (
            <li key={row.key}>
              {onChange ? (
                <Checkbox
                  checked={isTaken(choice, row)}
                  onChange={() => onChange(toggleRow(choice, row))}
                >
                  <RowWords row={row} />
                </Checkbox>
              ) : (
                <RowWords row={row} />
              )}
            </li>
          ))}
        </ul>
        <More count={count - ofKind.length} />
        {count > ofKind.length ? (
          <Button disabled={!onMore} onClick={() => onMore?.()}>
            {t('admin.import.showMore', { name })}
          </Button>
        ) : null}
      </details>
    </div>
  );
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('dashboard');
  return count > 0 ? <p>{t('admin.import.moreRows', { count })}</p> : null;
}

function RowWords({ row }: { row: Row }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const twin = row.duplicate && chooseText(row.duplicate.titleRu, row.duplicate.titleEn, language);
  const replacedDemoItem =
    row.replacedDemoItem &&
    chooseText(row.replacedDemoItem.titleRu, row.replacedDemoItem.titleEn, language);
  return (
    <>
      {row.title}
      <small>{row.url}</small>
      {twin ? (
        <small>
          {t(
            `admin.import.${row.kind === 'sameAddress' ? 'same' : 'like'}${row.duplicate?.id ? '' : 'Row'}`,
            {
              title: twin.text,
            },
          )}
        </small>
      ) : null}
      {replacedDemoItem ? (
        <small>{t('admin.import.replacedDemoItem', { title: replacedDemoItem.text })}</small>
      ) : null}
      {row.inconsistencies.length > 0 ? (
        <small>
          {row.inconsistencies.map((type) => t(`admin.inconsistencies.types.${type}`)).join(', ')}
        </small>
      ) : null}
    </>
  );
}
