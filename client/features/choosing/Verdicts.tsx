/** What may go into a service, in the reader's company, and what else the company has decided of it. */
import { useTranslation } from 'react-i18next';
import type { ServiceRulesFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate, formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { byVerdict } from './verdicts.ts';

type Rules = NonNullable<ServiceRulesFragment['dataRules']>;

/** Each answer with the classes of data that it is given for. */
export function Verdicts({ rules }: { rules: Rules }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  return (
    <dl data-part="verdicts">
      {byVerdict(rules.verdicts).map(({ verdict, of }) => (
        <div key={verdict}>
          <dt>{t(`rules.verdict.${verdict}`)}</dt>
          <dd>
            {formatList(
              of.map(({ dataClass, conditionRu, conditionEn }) => {
                const condition = chooseText(conditionRu, conditionEn, language).text;
                const name = t(`rules.class.${dataClass}`);
                return condition ? `${name} (${condition})` : name;
              }),
              language,
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What becomes of the result, with which account, whom to ask, and for how long it counts. */
export function RuleDetails({ rules }: { rules: Rules }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { result, account, owner, decidedAt, reviewBy } = rules;
  const details = [
    result ? t(`rules.result.${result}`) : null,
    account ? t(`rules.account.${account}`) : null,
    owner ? t('rules.owner', { owner }) : null,
    decidedAt ? t('rules.decidedAt', { date: formatDate(decidedAt, language) }) : null,
    reviewBy ? t('rules.reviewBy', { date: formatDate(reviewBy, language) }) : null,
  ].filter((words) => words !== null);
  return details.length > 0 ? <p data-part="muted">{details.join(' · ')}</p> : null;
}
