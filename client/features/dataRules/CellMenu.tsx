/** Menu of one cell or block of the matrix: a verdict is one press, a condition is typed in place. */
import { useState, type KeyboardEvent } from 'react';
import { AnchoredPopover } from '../../design/Popover.tsx';
import { dataVerdictValues } from '../../enums/generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { VerdictGlyph } from '../../items/VerdictList.tsx';
import type { DataVerdictValue } from './generated.ts';
import { unconditionalCell, type CellValue } from './cells.ts';
import { ConditionForm } from './ConditionForm.tsx';
import { verdictKeys, verdictLetters } from './gridPosition.ts';
import { VerdictMenu } from './rules.styles.ts';
import { useRuleTexts } from './useRuleTexts.ts';

export interface CellMenuProps {
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
