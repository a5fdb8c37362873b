/** Bar under the matrix that sets a verdict for all chosen services at once. */
import { useState } from 'react';
import { Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../design/Button.tsx';
import { Popover } from '../../design/Popover.tsx';
import { Select } from '../../design/Select.tsx';
import { dataClasses, dataVerdictValues } from '../../enums/generated.ts';
import { VerdictGlyph } from '../../items/VerdictList.tsx';
import type { DataClass, DataVerdictValue } from './generated.ts';
import { isSameCell, lacksCondition, unconditionalCell, type CellValue } from './cells.ts';
import { ConditionForm } from './ConditionForm.tsx';
import { BulkPanel } from './rules.styles.ts';
import { cellChanges, type GridRow } from './useRuleGrid.ts';
import type { CellChange } from './useRuleSaves.ts';
import { useRuleTexts } from './useRuleTexts.ts';

const allClasses = 'all';

/** Cells of the chosen services that would change. */
const changesTo = (
  rows: readonly GridRow[],
  classes: readonly DataClass[],
  value: CellValue,
): CellChange[] =>
  rows.flatMap((row, index) =>
    classes.flatMap((one) => {
      const column = dataClasses.indexOf(one) + 1;
      return isSameCell(row.valueAt(column), value)
        ? []
        : cellChanges(rows, { row: index, column }, value);
    }),
  );

export interface BulkBarProps {
  /** The chosen services. */
  rows: readonly GridRow[];
  suggestions: readonly CellValue[];
  onSave: (changes: readonly CellChange[]) => void;
  /** Null where there is nothing to undo. */
  onUndo: (() => void) | null;
  onClear: () => void;
}

export function BulkBar({ rows, suggestions, onSave, onUndo, onClear }: BulkBarProps) {
  const { t } = useTranslation(['rules', 'common']);
  const { names, className } = useRuleTexts();
  const [dataClass, setDataClass] = useState<DataClass | typeof allClasses>(allClasses);
  const classes = dataClass === allClasses ? dataClasses : [dataClass];
  const changes = (value: CellValue) => changesTo(rows, classes, value);
  const button = (verdict: DataVerdictValue, count: number | null, onClick?: () => void) => (
    <Button
      size="small"
      icon={<VerdictGlyph verdict={verdict} />}
      aria-label={
        count === null
          ? undefined
          : t('bulk.set', {
              verdict: verdict === 'undecided' ? t('bulk.reset') : names[verdict],
              count,
            })
      }
      aria-disabled={count === 0 || undefined}
      onClick={onClick}
    >
      {verdict === 'undecided' ? t('bulk.reset') : names[verdict]}{' '}
      {count === null ? null : <small>{count}</small>}
    </Button>
  );
  return (
    <BulkPanel role="group" aria-label={t('bulk.label')} data-bulk-bar="">
      <b role="status">
        {t('bulk.services', { count: rows.length })},{' '}
        {t('bulk.cells', { count: rows.length * classes.length })}
      </b>
      <Select
        aria-label={t('bulk.dataClass')}
        value={dataClass}
        options={[
          { value: allClasses, label: t('bulk.allClasses') },
          ...dataClasses.map((value) => ({ value, label: className(value) })),
        ]}
        onChange={setDataClass}
      />
      <div>
        {dataVerdictValues.map((verdict) => {
          if (verdict === 'yes_if')
            return (
              <ConditionButton
                key={verdict}
                trigger={button(verdict, null)}
                count={(value) => changes(value).length}
                suggestions={suggestions}
                onDecide={(value) => onSave(changes(value))}
              />
            );
          const wanted = changes(unconditionalCell(verdict));
          return <span key={verdict}>{button(verdict, wanted.length, () => onSave(wanted))}</span>;
        })}
      </div>
      <div data-part="end">
        {onUndo ? (
          <IconButton
            variant="ghost"
            size="small"
            label={t('common:actions.undo')}
            icon={<Undo2 size={16} aria-hidden="true" />}
            onClick={onUndo}
          />
        ) : null}
        <IconButton
          variant="ghost"
          size="small"
          label={t('bulk.clear')}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClear}
        />
      </div>
    </BulkPanel>
  );
}

interface ConditionButtonProps {
  trigger: React.ReactElement<Record<string, unknown>>;
  /** Number of cells that a condition would change. */
  count: (value: CellValue) => number;
  suggestions: readonly CellValue[];
  onDecide: (value: CellValue) => void;
}

function ConditionButton({ trigger, count, suggestions, onDecide }: ConditionButtonProps) {
  const { t } = useTranslation('rules');
  const [draft, setDraft] = useState(unconditionalCell('yes_if'));
  const total = lacksCondition(draft) ? 0 : count(draft);
  return (
    <Popover trigger={trigger} label={t('verdict.yes_if')}>
      {(close) => (
        <ConditionForm
          value={draft}
          suggestions={suggestions}
          saveLabel={total > 0 ? t('bulk.setCells', { count: total }) : undefined}
          onChange={setDraft}
          onDecide={(value) => {
            onDecide(value);
            setDraft(unconditionalCell('yes_if'));
            close();
          }}
        />
      )}
    </Popover>
  );
}
