/** Verdicts, conditions and details of the data rules of a service. */
import {
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  MessageCircleQuestionMark,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServiceRulesFragment, EffectiveDataVerdict } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

type Rules = NonNullable<ServiceRulesFragment['dataRules']>;

const icons: Record<EffectiveDataVerdict, LucideIcon> = {
  yes: CircleCheck,
  yes_if: CircleAlert,
  ask: MessageCircleQuestionMark,
  no: CircleX,
  being_checked: CircleQuestionMark,
  undecided: CircleQuestionMark,
};

/** Verdict of each data class, in the same order for every service. */
export function Verdicts({ rules }: { rules: Rules }) {
  const { t } = useTranslation('service');
  return (
    <dl data-part="verdicts">
      {rules.verdicts.map(({ dataClass, verdict }) => {
        const Icon = icons[verdict];
        return (
          <div key={dataClass}>
            <dt>{t(`rules.class.${dataClass}`)}</dt>
            <dd data-verdict={verdict}>
              <Icon size={16} aria-hidden="true" />
              {t(`rules.verdict.${verdict}`)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Conditions of “yes, if” verdicts. */
export function Conditions({ rules }: { rules: Rules }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const conditions = rules.verdicts.flatMap(({ dataClass, conditionRu, conditionEn }) => {
    const { text, language: written } = chooseText(conditionRu, conditionEn, language);
    return text ? [{ dataClass, text, written }] : [];
  });
  if (conditions.length === 0) return null;
  return (
    <dl data-part="conditions">
      {conditions.map(({ dataClass, text, written }) => (
        <div key={dataClass}>
          <dt>{t('rules.condition', { name: t(`rules.class.${dataClass}`) })}</dt>
          <dd lang={written}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Compares with today in UTC, as the server does. */
const isPast = (day: string): boolean => day < new Date().toISOString().slice(0, 10);

/** Plan, use of the result, account, owner and validity of the rule. */
export function RuleDetails({ rules }: { rules: Rules }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { tier, result, account, owner, decidedAt, reviewBy } = rules;
  const details = [
    t(`rules.plan.${tier}`),
    result ? t(`rules.result.${result}`) : null,
    account ? t(`rules.account.${account}`) : null,
    owner ? t('rules.owner', { owner }) : null,
    decidedAt ? t('rules.decidedAt', { date: formatDate(decidedAt, language) }) : null,
    reviewBy
      ? t(isPast(reviewBy) ? 'rules.wasUntil' : 'rules.reviewBy', {
          date: formatDate(reviewBy, language),
        })
      : null,
  ].filter((words) => words !== null);
  return (
    <ul data-part="details">
      {details.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}
