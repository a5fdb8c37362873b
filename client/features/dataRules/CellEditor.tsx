/** Editors of a cell of the matrix: a menu at the cell, and a dialog on narrow screens. */
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { dataVerdictValues } from '../../enums/generated.ts';
import * as limits from '../../limits/generated.ts';
import type { DataVerdictValue } from './generated.ts';
import { lacksCondition, unconditionalCell, type CellValue } from './cells.ts';
import { useRuleTexts } from './useRuleTexts.ts';
import type { Language } from '../../i18n/languages.ts';
import { AnchoredPopover } from '../../design/Popover.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { VerdictGlyph } from '../../items/VerdictList.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import { verdictKeys, verdictLetters } from './gridPosition.ts';
import { VerdictMenu } from './rules.styles.ts';

interface CellMenuProps {
  /** The cell below which it opens, and which takes the focus afterwards. */
  anchor: HTMLElement;
  title: string;
  value: CellValue;
  /** Verdict chosen by a key before the menu opened. */
  initialVerdict?: DataVerdictValue | undefined;
  suggestions: readonly CellValue[];
  onDecide: (value: CellValue) => void;
  onClose: () => void;
}

/** Moves the focus among the verdicts. */
function moveFocus(menu: HTMLElement, step: number): void {
  const buttons = [...menu.querySelectorAll<HTMLElement>('[data-choice]')];
  const at = buttons.findIndex((one) => one === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/** Menu of one cell or block of the matrix: a verdict is one press, a condition is typed in place. */
export function CellMenu(props: CellMenuProps) {
  const { anchor, title, value, initialVerdict, suggestions, onDecide, onClose } = props;
  const { language } = useLanguage();
  const { names } = useRuleTexts();
  const [isTyping, setTyping] = useState(initialVerdict === 'yes_if');
  const [draft, setDraft] = useState<CellValue>({ ...value, verdict: 'yes_if' });
  const isConditional = isTyping || value.verdict === 'yes_if';

  const decide = (decided: CellValue) => {
    onDecide(decided);
    onClose();
  };
  const choose = (verdict: DataVerdictValue) => {
    if (verdict === 'yes_if') setTyping(true);
    else decide(unconditionalCell(verdict));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isInField = event.target instanceof HTMLInputElement;
    if (isInField || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const verdict = verdictKeys[event.key.toLowerCase()];
    if (step === undefined && !verdict) return;
    event.preventDefault();
    if (verdict) choose(verdict);
    else if (step !== undefined) moveFocus(event.currentTarget, step);
  };
  return (
    <AnchoredPopover
      anchor={anchor}
      label={title}
      dirty={draft.ru !== value.ru || draft.en !== value.en}
      initialFocus={isTyping ? 'input' : `[data-choice='${value.verdict}']`}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <VerdictMenu>
        <h3>{title}</h3>
        {dataVerdictValues.map((verdict) => (
          <div key={verdict}>
            <button
              type="button"
              data-choice={verdict}
              aria-pressed={value.verdict === verdict}
              aria-expanded={verdict === 'yes_if' ? isConditional : undefined}
              onClick={() => choose(verdict)}
            >
              <VerdictGlyph verdict={verdict} />
              <span>{names[verdict]}</span>
              <kbd aria-hidden="true">{verdictLetters[language][verdict]}</kbd>
            </button>
            {verdict === 'yes_if' && isConditional ? (
              <ConditionForm
                value={draft}
                suggestions={suggestions}
                hasFocus={isTyping}
                onChange={setDraft}
                onDecide={decide}
              />
            ) : null}
          </div>
        ))}
      </VerdictMenu>
    </AnchoredPopover>
  );
}

interface VerdictDialogProps {
  title: string;
  value: CellValue;
  /** Verdict chosen by a key before the dialog opened. */
  initialVerdict?: DataVerdictValue | undefined;
  onDecide: (value: CellValue) => void;
  onClose: () => void;
  returnFocus: HTMLElement | null;
}

export function VerdictDialog(props: VerdictDialogProps) {
  const { title, value, initialVerdict, onDecide, onClose, returnFocus } = props;
  const { t } = useTranslation(['rules', 'common']);
  const { names } = useRuleTexts();
  const [draft, setDraft] = useState<CellValue>(
    initialVerdict ? { ...value, verdict: initialVerdict } : value,
  );
  const isMissing = lacksCondition(draft);
  const send = async () => {
    onDecide(draft.verdict === 'yes_if' ? draft : unconditionalCell(draft.verdict));
    onClose();
  };
  const condition = (language: Language) => (
    <Field label={t(language === 'ru' ? 'cell.conditionRu' : 'cell.conditionEn')}>
      {(control) => (
        <TextInput
          {...control}
          lang={language}
          maxLength={limits.ruleLine}
          value={draft[language]}
          onChange={(event) => setDraft({ ...draft, [language]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title={title}
      // Only a typed condition would be a loss: a verdict is one click.
      dirty={draft.ru !== value.ru || draft.en !== value.en}
      missing={isMissing ? t('cell.conditionMissing') : null}
      invalid={false}
      busy={false}
      sendLabel={t('common:actions.save')}
      failure={null}
      onSend={send}
      onClose={onClose}
      returnFocus={{ current: returnFocus }}
    >
      <RadioCards<DataVerdictValue>
        legend={t('cell.legend')}
        required
        value={draft.verdict}
        onChange={(verdict) => setDraft({ ...draft, verdict })}
        options={dataVerdictValues.map((word) => ({ value: word, label: names[word] }))}
      />
      {draft.verdict === 'yes_if' ? (
        <>
          {condition('ru')}
          {condition('en')}
        </>
      ) : null}
    </FormDialog>
  );
}
