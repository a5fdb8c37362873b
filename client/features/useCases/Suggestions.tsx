/** Suggestions for a checked text: alternative texts and questions. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { color, space, type } from '../../design/theme.ts';
import type { CheckedText } from './useAnalysis.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};

  [data-part='source'] {
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='text'] {
    display: block;
    margin-top: ${space[1]};
    color: ${color.text};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

export const ButtonRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};
`;

export interface SuggestionsProps {
  checked: CheckedText;
  busy: boolean;
  onTake: (text: string, others: string[]) => void;
  /** Saves the text unchanged. */
  onKeep: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

export function Suggestions({ checked, busy, onTake, onKeep, children }: SuggestionsProps) {
  const { t } = useTranslation('dashboard');
  const [chosen, setChosen] = useState('0');
  const { suggestions, questions, source } = checked;
  const texts = suggestions.map((one) => one.text);
  const take = () =>
    onTake(
      texts[Number(chosen)] ?? '',
      suggestions
        .filter((one, index) => one.type === 'split' && index !== Number(chosen))
        .map((one) => one.text),
    );
  return (
    <Root>
      {questions.map((question, place) => (
        <Notice key={place} tone="warning" title={t('useCases.suggestions.clarify')}>
          {question.reason}
        </Notice>
      ))}
      {suggestions.length > 0 ? (
        <RadioCards
          legend={t('useCases.suggestions.legend')}
          value={chosen}
          onChange={setChosen}
          options={suggestions.map((one, index) => ({
            value: String(index),
            label: t(`useCases.suggestions.types.${one.type}`),
            detail: (
              <>
                {one.reason}
                <span data-part="text">{one.text}</span>
              </>
            ),
          }))}
        />
      ) : null}
      {suggestions.length === 0 && questions.length === 0 ? (
        <Notice tone="success">{t('useCases.suggestions.good')}</Notice>
      ) : null}
      {source === 'rules' ? <p data-part="source">{t('useCases.suggestions.byRules')}</p> : null}
      <ButtonRow>
        {suggestions.length > 0 ? (
          <>
            <Button variant="primary" busy={busy} onClick={take}>
              {t('useCases.suggestions.take')}
            </Button>
            <Button aria-disabled={busy} onClick={onKeep}>
              {t('useCases.suggestions.keep')}
            </Button>
          </>
        ) : null}
        {suggestions.length === 0 && questions.length > 0 ? (
          <Button aria-disabled={busy} onClick={onKeep}>
            {t('useCases.saveAsIs')}
          </Button>
        ) : null}
        {children}
      </ButtonRow>
    </Root>
  );
}
