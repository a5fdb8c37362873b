/** Cards of services with their verdicts per data class, for narrow screens. */
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { dataClasses } from '../../enums/generated.ts';
import type { CellPosition } from './gridPosition.ts';
import type { RuleRow } from './RuleGrid.tsx';
import { CellList } from './rules.styles.ts';
import { useRuleTexts } from './useRuleTexts.ts';

export interface RuleCardsProps {
  rows: readonly RuleRow[];
  readOnly: boolean;
  onOpenCells: (positions: readonly CellPosition[]) => void;
  onOpenRule: (row: RuleRow) => void;
}

/** Without a decision the state of the service says it for all classes. */
const isUndecided = (row: RuleRow): boolean =>
  dataClasses.every((_class, column) => row.valueAt(column + 1).verdict === 'undecided');

export function RuleCards({ rows, readOnly, onOpenCells, onOpenRule }: RuleCardsProps) {
  const { t } = useTranslation('rules');
  const { names, className } = useRuleTexts();
  return (
    <RecordList aria-label={t('services')}>
      {rows.map((row, index) => (
        <li key={row.itemId}>
          <div data-part="head">
            <strong>{row.title}</strong>
            {row.isHidden ? <Badge tone="warning">{t('hidden')}</Badge> : null}
            <Badge>{t(`state.${row.rule.decisionState}`)}</Badge>
          </div>
          <CellList>
            {isUndecided(row)
              ? []
              : dataClasses.map((dataClass, column) => {
                  const value = row.valueAt(column + 1);
                  return (
                    <li key={dataClass}>
                      <button
                        type="button"
                        disabled={readOnly}
                        aria-haspopup="dialog"
                        onClick={() => onOpenCells([{ row: index, column: column + 1 }])}
                      >
                        <span>{className(dataClass)}</span>{' '}
                        <span data-verdict={value.verdict}>{names[value.verdict]}</span>
                      </button>
                    </li>
                  );
                })}
          </CellList>
          <div>
            <Button
              aria-label={t('wholeRuleOf', { title: row.title })}
              onClick={() => onOpenRule(row)}
            >
              {t('wholeRule')}
            </Button>
          </div>
        </li>
      ))}
    </RecordList>
  );
}
