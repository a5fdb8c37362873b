/** Editable grid of services and data classes, filled with the keyboard. */
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../design/Checkbox.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { dataClasses } from '../../enums/generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { VerdictGlyph } from '../../items/VerdictList.tsx';
import { ItemTile } from '../../items/ItemTile.tsx';
import type { DataVerdictValue, DecidedRuleFragment } from './generated.ts';
import { conditionOf } from './cells.ts';
import { blockBetween, blockContains, type CellPosition } from './gridPosition.ts';
import { GridCell, GridTable, Matrix } from './rules.styles.ts';
import type { CellChange } from './useRuleSaves.ts';
import { useRuleGrid, type RowSelection, type GridRow } from './useRuleGrid.ts';
import { useRuleTexts } from './useRuleTexts.ts';

/** A service of the matrix. */
export interface RuleRow extends GridRow {
  rule: DecidedRuleFragment;
  isHidden: boolean;
  imageUrl: string | null;
  isPending: (column: number) => boolean;
}

export interface RuleGridProps {
  label: string;
  rows: readonly RuleRow[];
  total: number;
  /** Index of the first row among all services. */
  offset: number;
  readOnly: boolean;
  busy: boolean;
  /** Shows when each rule is to be reviewed. */
  showsReviews: boolean;
  selection: RowSelection<RuleRow>;
  onChange: (changes: readonly CellChange[]) => void;
  onOpenCells: (positions: readonly CellPosition[], initialVerdict?: DataVerdictValue) => void;
  onOpenRule: (row: RuleRow) => void;
  onUndo: () => void;
}

export function RuleGrid(props: RuleGridProps) {
  const { label, rows, total, offset, readOnly, busy, selection } = props;
  const { t } = useTranslation(['rules', 'service']);
  const { language } = useLanguage();
  const { names, className } = useRuleTexts();
  const { focused, anchor, tableProps } = useRuleGrid({
    ...props,
    onToggleRow: (row) => selection.toggle(row),
  });
  const block = blockBetween(anchor, focused);
  const isBlock = block.top !== block.bottom || block.left !== block.right;
  const cell = (row: RuleRow, at: CellPosition) => {
    const value = row.valueAt(at.column);
    const effective = row.rule.verdicts[at.column - 1]?.verdict;
    const isPending = row.isPending(at.column);
    const differs = !isPending && effective !== undefined && effective !== value.verdict;
    const condition = conditionOf(value, language);
    const verdict = differs ? effective : value.verdict;
    const invites = verdict === 'undecided' && !readOnly;
    return (
      <GridCell
        role="gridcell"
        key={at.column}
        data-at={`${at.row} ${at.column}`}
        data-verdict={verdict}
        data-invitation={invites ? t('decide') : undefined}
        data-pending={isPending ? '' : undefined}
        tabIndex={at.row === focused.row && at.column === focused.column ? 0 : -1}
        aria-selected={isBlock && blockContains(block, at)}
        title={condition || undefined}
      >
        {invites ? null : <VerdictGlyph verdict={verdict} />}
        <span data-part={verdict === 'undecided' ? 'hidden' : undefined}>
          {differs
            ? t('effective', {
                decided: names[value.verdict],
                effective: t(`verdict.${effective}`),
              })
            : names[value.verdict]}
        </span>
        {condition ? <small>{condition}</small> : null}
      </GridCell>
    );
  };
  return (
    <Matrix aria-busy={busy}>
      <GridTable
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable="true"
        aria-readonly={readOnly || undefined}
        {...tableProps}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <span data-part="service">
                {readOnly ? null : (
                  <Checkbox
                    checked={selection.chosen.length === rows.length}
                    mixed={selection.chosen.length > 0 && selection.chosen.length < rows.length}
                    onChange={selection.toggleAll}
                  >
                    <VisuallyHidden>{t('bulk.chooseAll')}</VisuallyHidden>
                  </Checkbox>
                )}
                {t('service')}
              </span>
            </th>
            {dataClasses.map((one) => (
              <th key={one} scope="col" title={className(one)}>
                {one === 'partner_material' ? t('partnersAndNda') : className(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={row.itemId}
              aria-rowindex={offset + index + 2}
              aria-selected={readOnly ? undefined : selection.has(row)}
            >
              <RowHeader
                {...props}
                row={row}
                index={index}
                isFocused={focused.row === index && focused.column === 0}
              />
              {dataClasses.map((_, column) => cell(row, { row: index, column: column + 1 }))}
            </tr>
          ))}
        </tbody>
      </GridTable>
    </Matrix>
  );
}

interface RowHeaderProps extends RuleGridProps {
  row: RuleRow;
  index: number;
  isFocused: boolean;
}

function RowHeader(props: RowHeaderProps) {
  const { row, index, isFocused, readOnly, showsReviews, selection, onOpenRule } = props;
  const { t } = useTranslation('rules');
  const { language } = useLanguage();
  const { title, rule } = row;
  const review =
    rule.status === 'under_review'
      ? t('status.under_review')
      : rule.reviewBy && t('reviewBy', { date: formatDate(rule.reviewBy, language) });
  return (
    <th scope="row">
      <span data-part="service">
        {readOnly ? null : (
          <Checkbox
            tabIndex={-1}
            checked={selection.has(row)}
            onChange={(event) =>
              selection.toggle(index, (event.nativeEvent as PointerEvent).shiftKey)
            }
          >
            <VisuallyHidden>{t('bulk.choose', { title })}</VisuallyHidden>
          </Checkbox>
        )}
        <button
          type="button"
          data-at={`${index} 0`}
          tabIndex={isFocused ? 0 : -1}
          aria-haspopup="dialog"
          onClick={() => onOpenRule(row)}
        >
          <ItemTile
            title={title}
            imageUrl={row.imageUrl}
            dimmed={row.isHidden}
            eager={false}
            size="small"
          />
          <span>
            {title}
            {row.isHidden ? ` (${t('hidden')})` : ''}
            {showsReviews && review ? <small>{review}</small> : null}
          </span>
        </button>
      </span>
    </th>
  );
}
