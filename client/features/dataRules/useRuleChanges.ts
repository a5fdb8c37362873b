/** Readable lines for the difference between two versions of a rule. */
import { useTranslation } from 'react-i18next';
import { dataClasses } from '../../enums/generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { RuleSnapshotFragment } from './generated.ts';
import { formatCell } from './cells.ts';
import { useRuleTexts } from './useRuleTexts.ts';

/** Values of a rule as text, by field name. */
function useRuleSummary(): (said: RuleSnapshotFragment) => Map<string, string> {
  const { t } = useTranslation(['rules', 'service']);
  const { language } = useLanguage();
  const { names, className } = useRuleTexts();
  return ({ verdicts, facts, ...said }) => {
    const word = (value: string | null) => value ?? t('form.none');
    return new Map([
      ...dataClasses.map((one): [string, string] => {
        const found = verdicts.find(({ dataClass }) => dataClass === one);
        const { verdict = 'undecided', conditionRu, conditionEn } = found ?? {};
        const value = { verdict, ru: conditionRu ?? '', en: conditionEn ?? '' };
        return [className(one), formatCell(value, names, language)];
      }),
      [t('form.status'), said.status ? t(`status.${said.status}`) : t('form.none')],
      [t('form.result'), said.result ? t(`service:rules.result.${said.result}`) : t('form.none')],
      [
        t('form.account'),
        said.account ? t(`service:rules.account.${said.account}`) : t('form.none'),
      ],
      [t('form.owner'), word(said.owner)],
      [t('form.reviewBy'), said.reviewBy ? formatDate(said.reviewBy, language) : t('form.none')],
      [t('form.aiRole'), said.aiRole ? t(`aiRole.${said.aiRole}`) : t('form.none')],
      [t('form.aiTier'), said.aiTier ? t(`aiTier.${said.aiTier}`) : t('form.none')],
      [
        t('form.facts'),
        facts
          .map(({ kind, textRu, textEn, sourceDate }) =>
            [t(`service:rules.fact.${kind}`), textRu ?? textEn, sourceDate].join(' '),
          )
          .join('; ') || t('form.none'),
      ],
    ]);
  };
}

/** One line for each changed field. */
export function useRuleChanges(): (
  before: RuleSnapshotFragment,
  after: RuleSnapshotFragment,
) => string[] {
  const { t } = useTranslation('rules');
  const linesOf = useRuleSummary();
  return (before, after) => {
    const was = linesOf(before);
    return [...linesOf(after)]
      .filter(([name, words]) => was.get(name) !== words)
      .map(([name, words]) => t('history.change', { name, before: was.get(name), after: words }));
  };
}
