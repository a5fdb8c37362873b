/** Cards of services with their verdicts per data class, for narrow screens. */
import { useState } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { IconButton } from '../../design/IconButton.tsx';
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

/** The numbers of its verdicts until it is opened. */
function RuleCard({ row, index, readOnly, onOpenCells, onOpenRule }: RuleCardProps) {
  const { t } = useTranslation(['rules', 'service']);
  const { names, className } = useRuleTexts();
  const [isOpen, setOpen] = useState(false);
  const values = dataClasses.map((dataClass, place) => {
    const column = place + 1;
    return { dataClass, column, verdict: row.valueAt(column).verdict };
  });
  const verdicts = [...Map.groupBy(values, ({ verdict }) => verdict)];
  const isUndecided = verdicts.every(([verdict]) => verdict === 'undecided');
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <li>
      <div data-part="head">
        <strong>{row.title}</strong>
        {row.isHidden ? <Badge tone="warning">{t('hidden')}</Badge> : null}
        <Badge>{t(`state.${row.rule.decisionState}`)}</Badge>
        <IconButton
          variant="ghost"
          size="small"
          data-toggle=""
          aria-expanded={isOpen}
          label={t('cardOf', { title: row.title })}
          icon={<Chevron size={16} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen || isUndecided ? null : (
        <small>
          {verdicts.map(([verdict, those]) => (
            <span key={verdict}>
              {t('service:rules.count', { count: those.length, verdict: names[verdict] })}
            </span>
          ))}
        </small>
      )}
      {isOpen ? (
        <>
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
          <Bar>
            <Button
              aria-label={t('wholeRuleOf', { title: row.title })}
              onClick={() => onOpenRule(row)}
            >
              {t('wholeRule')}
            </Button>
          </Bar>
        </>
      ) : null}
    </li>
  );
}
