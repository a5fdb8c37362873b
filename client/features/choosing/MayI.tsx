/** May I use it, in my company: the answer first, then the one next act. */
import { useId, type ReactNode } from 'react';
import { CircleAlert, CircleCheck, CircleQuestionMark, Link2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ExternalButton } from '../../design/Button.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type { ServiceRulesFragment } from '../../generated.ts';
import { useCopyLink } from '../../items/serviceLink.ts';
import { RuleDetails, Verdicts } from './Verdicts.tsx';

/** What the company says of the service as a whole. */
type Said = 'approved' | 'restricted' | 'not_allowed' | 'checked' | 'undecided';

/** The rule of the company decides; without one its approval does. A review that is due takes a yes back. */
function verdictOf(isApproved: boolean, rules: ServiceRulesFragment['dataRules']): Said {
  const status = rules?.status ?? null;
  if (status === 'not_allowed') return status;
  if (rules?.standing === 'being_checked' || status === 'under_review') return 'checked';
  if (status === 'restricted' || status === 'approved') return status;
  return isApproved ? 'approved' : 'undecided';
}

const icons: Record<Said, LucideIcon> = {
  approved: CircleCheck,
  restricted: CircleAlert,
  not_allowed: CircleAlert,
  checked: CircleQuestionMark,
  undecided: CircleQuestionMark,
};

export interface MayIProps {
  itemId: string;
  /** The name of the reader's company; null without one. */
  company: string | null;
  isApproved: boolean;
  /** What the company says of the data that may go into it; null without a company. */
  rules: ServiceRulesFragment['dataRules'];
  sourceUrl: string;
  onRequestAccess: (() => void) | undefined;
  /** Further acts. */
  children?: ReactNode;
}

export function MayI(props: MayIProps) {
  const { itemId, company, isApproved, rules, sourceUrl, onRequestAccess, children } = props;
  const { t } = useTranslation(['service', 'dashboard', 'common']);
  const copy = useCopyLink();
  const id = useId();
  const said = verdictOf(isApproved, rules);
  const mayOpen = said === 'approved' || said === 'restricted';
  const Icon = icons[said];
  const asks = !mayOpen && onRequestAccess !== undefined;
  const isDecided = rules?.standing === 'decided' || rules?.standing === 'being_checked';
  return (
    <section data-part="may" aria-labelledby={id}>
      <h2 id={id}>{t('mayI.title')}</h2>
      <p data-part="verdict" data-approved={said === 'approved' ? '' : undefined}>
        <Icon size={20} aria-hidden="true" />
        {company === null ? t('mayI.noCompany') : t(`mayI.${said}`, { company })}
      </p>
      {rules && isDecided ? (
        <Verdicts rules={rules} />
      ) : (
        <p data-part="muted">{t(mayOpen ? 'mayI.approvedHint' : 'mayI.undecidedHint')}</p>
      )}
      <div data-part="acts">
        {asks ? (
          <Button variant="primary" onClick={onRequestAccess}>
            {t('dashboard:requestAccess')}
          </Button>
        ) : null}
        <ExternalButton
          href={sourceUrl}
          variant={asks ? 'secondary' : 'primary'}
          hiddenNote={<VisuallyHidden>{` ${t('common:newTab')}`}</VisuallyHidden>}
        >
          {t('dashboard:open')}
        </ExternalButton>
        <Button
          variant="ghost"
          icon={<Link2 size={18} aria-hidden="true" />}
          onClick={() => copy(itemId)}
        >
          {t('dashboard:menu.copyLink')}
        </Button>
        {children}
      </div>
      {rules && isDecided ? <RuleDetails rules={rules} /> : null}
    </section>
  );
}
