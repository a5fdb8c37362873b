/** Cards of services with their verdicts per data class, for narrow screens. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
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

export function RuleCards({ rows, ...actions }: RuleCardsProps) {
  const { t } = useTranslation('rules');
  return (
    <RecordList aria-label={t('services')}>
      {rows.map((row, index) => (
        <RuleCard key={row.itemId} row={row} index={index} {...actions} />
      ))}
    </RecordList>
  );
}

interface RuleCardProps extends Omit<RuleCardsProps, 'rows'> {
  row: RuleRow;
  index: number;
}

/** Shows the classes of a service without any verdict only when asked to. */
function RuleCard({ row, index, readOnly, onOpenCells, onOpenRule }: RuleCardProps) {
  const { t } = useTranslation('rules');
  const { names, className } = useRuleTexts();
  const [isOpened, setOpened] = useState(false);
  const values = dataClasses.map((dataClass, place) => {
    const column = place + 1;
    return { dataClass, column, verdict: row.valueAt(column).verdict };
  });
  const isUndecided = values.every(({ verdict }) => verdict === 'undecided');
  return (
    <li>
      <div data-part="head">
        <strong>{row.title}</strong>
        {row.isHidden ? <Badge tone="warning">{t('hidden')}</Badge> : null}
        <Badge>{t(`state.${row.rule.decisionState}`)}</Badge>
      </div>
      {isUndecided && !isOpened ? null : (
        <CellList>
          {values.map(({ dataClass, column, verdict }) => (
            <li key={dataClass}>
              <button
                type="button"
                disabled={readOnly}
                aria-haspopup="dialog"
                onClick={() => onOpenCells([{ row: index, column }])}
              >
                <span>{className(dataClass)}</span>{' '}
                <span data-verdict={verdict}>{names[verdict]}</span>
              </button>
            </li>
          ))}
        </CellList>
      )}
      <Bar>
        {isUndecided && !readOnly ? (
          <Button
            aria-expanded={isOpened}
            aria-label={t('decideOf', { title: row.title })}
            onClick={() => setOpened(!isOpened)}
          >
            {t('decide')}
          </Button>
        ) : null}
        <Button aria-label={t('wholeRuleOf', { title: row.title })} onClick={() => onOpenRule(row)}>
          {t('wholeRule')}
        </Button>
      </Bar>
    </li>
  );
}
