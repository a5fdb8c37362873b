/** Dialog that sets the verdict of the selected cells, with the condition of “yes, if”. */
import { useState } from 'react';
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

export interface VerdictDialogProps {
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
