/** Editable grid of services and data classes, filled with the keyboard. */
import { useTranslation } from 'react-i18next';
import { dataClasses } from '../../enums/generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { DataVerdictValue, DecidedRuleFragment } from './generated.ts';
import { blockBetween, blockContains, type CellPosition } from './gridPosition.ts';
import { GridCell, GridTable, Matrix } from './rules.styles.ts';
import type { CellChange } from './useRuleSaves.ts';
import { useRuleGrid, type GridRow } from './useRuleGrid.ts';
import { useRuleTexts } from './useRuleTexts.ts';

/** A service of the matrix. */
export interface RuleRow extends GridRow {
  rule: DecidedRuleFragment;
  isHidden: boolean;
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
  onChange: (changes: readonly CellChange[]) => void;
  onOpenCells: (positions: readonly CellPosition[], initialVerdict?: DataVerdictValue) => void;
  onOpenRule: (row: RuleRow) => void;
  onUndo: () => void;
}

export function RuleGrid(props: RuleGridProps) {
  const { label, rows, total, offset, readOnly, busy, onOpenRule } = props;
  const { t } = useTranslation(['rules', 'service']);
  const { language } = useLanguage();
  const { names, className } = useRuleTexts();
  const { focused, anchor, tableProps } = useRuleGrid(props);
  const block = blockBetween(anchor, focused);
  const isBlock = block.top !== block.bottom || block.left !== block.right;
  const cell = (row: RuleRow, at: CellPosition) => {
    const value = row.valueAt(at.column);
    const effective = row.rule.verdicts[at.column - 1]?.verdict;
    const isPending = row.isPending(at.column);
    const differs = !isPending && effective !== undefined && effective !== value.verdict;
    const condition = value[language] || value.ru || value.en;
    return (
      <GridCell
        role="gridcell"
        key={at.column}
        data-at={`${at.row} ${at.column}`}
        data-verdict={differs ? effective : value.verdict}
        data-pending={isPending ? '' : undefined}
        tabIndex={at.row === focused.row && at.column === focused.column ? 0 : -1}
        aria-selected={isBlock && blockContains(block, at)}
        title={condition || undefined}
      >
        {differs
          ? t('effective', { decided: names[value.verdict], effective: t(`verdict.${effective}`) })
          : names[value.verdict]}
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
            <th scope="col">{t('service')}</th>
            {dataClasses.map((one) => (
              <th key={one} scope="col">
                {className(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.itemId} aria-rowindex={offset + index + 2}>
              <th scope="row">
                <button
                  type="button"
                  data-at={`${index} 0`}
                  tabIndex={focused.row === index && focused.column === 0 ? 0 : -1}
                  aria-haspopup="dialog"
                  onClick={() => onOpenRule(row)}
                >
                  {row.title}
                  {row.isHidden ? ` (${t('hidden')})` : ''}
                </button>
              </th>
              {dataClasses.map((_, column) => cell(row, { row: index, column: column + 1 }))}
            </tr>
          ))}
        </tbody>
      </GridTable>
    </Matrix>
  );
}
