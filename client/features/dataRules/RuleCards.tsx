/** Cards of services with their verdicts per data class, for narrow screens. */
import { useState } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button, IconButton } from '../../design/Button.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { dataClasses, dataVerdictValues } from '../../enums/generated.ts';
import type { CellPosition } from './gridPosition.ts';
import type { RuleRow } from './RuleGrid.tsx';
import { CellList } from './rules.styles.ts';
import { useRuleTexts } from './useRuleTexts.ts';

const Cards = styled(RecordList)`
  [data-part='head'] > span {
    flex: none;
  }
`;

export interface RuleCardsProps {
  rows: readonly RuleRow[];
  readOnly: boolean;
  onOpenCells: (positions: readonly CellPosition[]) => void;
  onOpenRule: (row: RuleRow) => void;
}

export function RuleCards({ rows, ...actions }: RuleCardsProps) {
  const { t } = useTranslation('rules');
  return (
    <Cards aria-label={t('services')}>
      {rows.map((row, index) => (
        <RuleCard key={row.itemId} row={row} index={index} {...actions} />
      ))}
    </Cards>
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
  const counts = dataVerdictValues
    .map((verdict) => ({
      verdict,
      count: values.filter((one) => one.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0);
  const decided = values.filter(({ verdict }) => verdict !== 'undecided').length;
  const state = row.rule.decisionState;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <li>
      <div data-part="head">
        <strong>{row.title}</strong>
        {row.isHidden ? <Badge tone="warning">{t('hidden')}</Badge> : null}
        {state === 'being_checked' || decided === 0 ? (
          <Badge>{t(state === 'being_checked' ? 'state.being_checked' : 'state.undecided')}</Badge>
        ) : decided < values.length ? (
          <Badge>{t('progress.share', { decided, cells: values.length })}</Badge>
        ) : (
          <Badge tone="success">{t('state.decided')}</Badge>
        )}
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
      {state === 'approved_undecided' ? <small>{t('state.approved_undecided')}</small> : null}
      {isOpen || decided === 0 ? null : (
        <small>
          {counts.map(({ verdict, count }) => (
            <span key={verdict}>
              {t('service:rules.count', { count, verdict: names[verdict] })}
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
