/** Usage policy of a service in the reader's company, with the next action. */
import { useId, type ReactNode } from 'react';
import { CircleAlert, CircleCheck, CircleQuestionMark, Link2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, ExternalButton } from '../../design/Button.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type { CardRequestFragment, ServiceRulesFragment } from '../../generated.ts';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { companyVerdict, type CompanyVerdict } from '../../items/companyVerdict.ts';
import { useCopyLink } from '../../items/serviceLink.ts';
import { Conditions, RuleDetails, Verdicts } from './Verdicts.tsx';
import { allowsSomething, classesToAsk } from './verdicts.ts';

const icons: Record<CompanyVerdict, LucideIcon> = {
  approved: CircleCheck,
  restricted: CircleAlert,
  not_allowed: CircleAlert,
  checked: CircleQuestionMark,
  undecided: CircleQuestionMark,
};

export interface UsagePolicyProps {
  itemId: string;
  /** Name of the reader's company; null without one. */
  company: string | null;
  isApproved: boolean;
  /** Data rules of the company; null without a company. */
  rules: ServiceRulesFragment['dataRules'];
  sourceUrl: string;
  /** Open access request of the reader; its state replaces the button. */
  request: CardRequestFragment['myAccessRequest'];
  /** Opens the access request, with a prefilled question where there is one. */
  onRequestAccess: ((question?: string) => void) | undefined;
  /** Further actions. */
  children?: ReactNode;
}

export function UsagePolicy(props: UsagePolicyProps) {
  const { itemId, company, isApproved, rules, sourceUrl, request, onRequestAccess, children } =
    props;
  const { t } = useTranslation(['service', 'dashboard', 'common']);
  const { language } = useLanguage();
  const copy = useCopyLink();
  const id = useId();
  const verdict = companyVerdict(isApproved, rules);
  const isUsable = verdict === 'approved' || verdict === 'restricted';
  const Icon = icons[verdict];
  const isDecided = rules?.decisionState === 'decided' || rules?.decisionState === 'being_checked';
  const open = rules ? classesToAsk(rules.verdicts) : [];
  const needsAccess = verdict === 'undecided' || verdict === 'not_allowed';
  const canRequest = onRequestAccess !== undefined && (needsAccess || open.length > 0);
  // Requesting access comes first as long as no data may go in.
  const requestFirst = canRequest && !(isUsable && rules && allowsSomething(rules.verdicts));
  const question = () => {
    const classes = open.map((one) => t(`rules.class.${one}`));
    if (needsAccess) return undefined;
    return classes.length === rules?.verdicts.length
      ? t('usagePolicy.questionOfAll')
      : t('usagePolicy.question', { classes: formatList(classes, language) });
  };
  const requestButton = request ? (
    <ButtonLink to="/profile/requests">
      {t(`dashboard:accessStatuses.${request.status}`)}
    </ButtonLink>
  ) : canRequest ? (
    <Button
      variant={requestFirst ? 'primary' : 'secondary'}
      onClick={() => onRequestAccess(question())}
    >
      {t(needsAccess ? 'dashboard:requestAccess' : 'usagePolicy.ask')}
    </Button>
  ) : null;
  return (
    <section data-part="may" aria-labelledby={id}>
      <h2 id={id}>{t('usagePolicy.title')}</h2>
      <p data-part="verdict" data-approved={verdict === 'approved' ? '' : undefined}>
        <Icon size={20} aria-hidden="true" />
        {company === null ? t('usagePolicy.noCompany') : t(`usagePolicy.${verdict}`, { company })}
      </p>
      {rules && isDecided ? (
        <Verdicts rules={rules} />
      ) : (
        <p data-part="muted">
          {t(isUsable ? 'usagePolicy.approvedHint' : 'usagePolicy.undecidedHint')}
        </p>
      )}
      <div data-part="acts">
        {requestFirst ? requestButton : null}
        <ExternalButton
          href={sourceUrl}
          variant={requestFirst ? 'secondary' : 'primary'}
          hiddenNote={<VisuallyHidden>{` ${t('common:newTab')}`}</VisuallyHidden>}
        >
          {t('dashboard:open')}
        </ExternalButton>
        {requestFirst ? null : requestButton}
        <div data-part="further">
          <Button
            variant="ghost"
            icon={<Link2 size={18} aria-hidden="true" />}
            onClick={() => copy(itemId)}
          >
            {t('dashboard:menu.copyLink')}
          </Button>
          {children}
        </div>
      </div>
      {rules && isDecided ? (
        <>
          <Conditions rules={rules} />
          <RuleDetails rules={rules} />
        </>
      ) : null}
    </section>
  );
}
