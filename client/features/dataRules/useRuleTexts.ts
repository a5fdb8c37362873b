/** Names of verdicts and data classes in the reader's language. */
import { useTranslation } from 'react-i18next';
import { dataVerdictValues } from '../../enums/generated.ts';
import { languages } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { DataClass } from './generated.ts';
import type { VerdictNames } from './cells.ts';

interface RuleTexts {
  names: VerdictNames;
  /** Names in every loaded language, because a pasted block may come from another reader. */
  allNames: VerdictNames[];
  className: (dataClass: DataClass) => string;
}

export function useRuleTexts(): RuleTexts {
  const { t, i18n } = useTranslation(['rules', 'service']);
  const { language } = useLanguage();
  const namesIn = (lng: string): VerdictNames =>
    Object.fromEntries(
      dataVerdictValues.map((word) => [word, i18n.t(`rules:verdict.${word}`, { lng })]),
    ) as VerdictNames;
  return {
    names: namesIn(language),
    allNames: languages.map(namesIn),
    className: (dataClass) => t(`service:rules.class.${dataClass}`),
  };
}
