/** Verdicts of a company's data rule on each class of data, and the details of the rule. */
import { Calendar, IdCard, PackageCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalStatus } from '../../generated.ts';
import type { ServiceRulesFragment } from '../../items/generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { VerdictList } from '../../items/VerdictList.tsx';

type Rules = NonNullable<ServiceRulesFragment['dataRules']>;

export const isDecided = (rules: ServiceRulesFragment['dataRules']): rules is Rules =>
  rules?.decisionState === 'decided' || rules?.decisionState === 'being_checked';

export interface PolicyVerdictsProps {
  /** Name of the reader's company; null without one. */
  company: string | null;
  status: ApprovalStatus;
  /** Data rules of the company; null without a company. */
  rules: ServiceRulesFragment['dataRules'];
}

/** The verdicts; without a decision what that means for the reader. */
export function PolicyVerdicts({ company, status, rules }: PolicyVerdictsProps) {
  const { t } = useTranslation('service');
  if (isDecided(rules)) return <VerdictList rules={rules} />;
  const isUsable = status === 'approved' || status === 'with_conditions';
  return (
    <p data-part="undecided">
      {company === null ? t('usagePolicy.noCompany') : null}
      {company !== null && !isUsable ? t(`usagePolicy.${status}`, { company }) : null}{' '}
      {t(isUsable ? 'usagePolicy.approvedHint' : 'usagePolicy.undecidedHint')}
    </p>
  );
}

/** Compares with today in UTC, as the server does. */
const isPast = (day: string): boolean => day < new Date().toISOString().slice(0, 10);

/** Account, use of the result and validity of the rule. */
export function RuleDetails({ rules }: { rules: Rules }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { result, account, decidedAt, reviewBy } = rules;
  const dates = [
    decidedAt ? t('rules.decidedAt', { date: formatDate(decidedAt, language) }) : null,
    reviewBy
      ? t(isPast(reviewBy) ? 'rules.wasUntil' : 'rules.reviewBy', {
          date: formatDate(reviewBy, language),
        })
      : null,
  ];
  const details = [
    { Icon: IdCard, text: account ? t(`rules.account.${account}`) : null },
    { Icon: PackageCheck, text: result ? t(`rules.result.${result}`) : null },
    { Icon: Calendar, text: dates.filter((one) => one !== null).join(', ') },
  ].filter(({ text }) => text);
  if (details.length === 0) return null;
  return (
    <ul data-part="details">
      {details.map(({ Icon, text }) => (
        <li key={text}>
          <Icon size={14} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
