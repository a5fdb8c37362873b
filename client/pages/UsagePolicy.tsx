/** Usage policy of a service in the reader's company, with the actions on the service at its foot. */
import { useId, useState, type ReactNode } from 'react';
import { Link2, MessageCircleQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../design/Button.tsx';
import { FieldError } from '../design/Field.tsx';
import { NotLoaded } from '../design/NotLoaded.tsx';
import { useLazyMenu } from '../design/useLazyMenu.ts';
import type { DataClass, ServicePageQuery } from '../generated.ts';
import { formatList } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useCopyLink } from '../items/serviceLink.ts';
import { PrimaryAction } from '../features/catalogue/CardActions.tsx';
import { ItemMenuButton } from '../features/catalogue/ItemMenuButton.tsx';
import { LikeButton } from '../features/catalogue/LikeButton.tsx';
import {
  isDecided,
  PolicyVerdicts,
  RuleDetails,
} from '../features/itemOverview/PolicyVerdicts.tsx';

const loadMenu = () => import('./ServiceMenu.tsx').then((part) => part.ServiceMenu);

type Item = ServicePageQuery['knowledgeItem'];
type Verdicts = NonNullable<Item['dataRules']>['verdicts'];

/** Data classes that need a decision: verdict “ask”, or none that is valid now. */
const classesToAsk = (verdicts: Verdicts): DataClass[] =>
  verdicts
    .filter(({ verdict }) => ['ask', 'undecided', 'being_checked'].includes(verdict))
    .map(({ dataClass }) => dataClass);

const verdictOrder = ['yes', 'yes_if', 'ask', 'being_checked', 'undecided', 'no'] as const;

export interface UsagePolicyProps {
  item: Item;
  /** Title in the reader's language. */
  title: string;
  /** Name of the reader's company; null without one. */
  company: string | null;
  /** Opens the access request, with a prefilled question where there is one. */
  onRequestAccess: ((question?: string) => void) | undefined;
  onAddToLoadout: (() => void) | undefined;
  onReport: (() => void) | undefined;
  /** Opens a message to the admins about the service. */
  onWriteToAdmins: (() => void) | undefined;
  /** Opens the editor of a use case. */
  onWrite: () => void;
  /** Button of the comparison. */
  compare: ReactNode;
}

export function UsagePolicy(props: UsagePolicyProps) {
  const { item, title, company, onRequestAccess, onReport, onWriteToAdmins } = props;
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const copy = useCopyLink();
  const id = useId();
  const menu = useLazyMenu(loadMenu);
  const rules = item.dataRules;
  const open = rules ? classesToAsk(rules.verdicts) : [];
  const question = () => {
    if (['not_decided', 'not_allowed'].includes(item.approvalStatus)) return undefined;
    const classes = open.map((one) => t(`rules.class.${one}`));
    return classes.length === rules?.verdicts.length
      ? t('usagePolicy.questionOfAll')
      : t('usagePolicy.question', { classes: formatList(classes, language) });
  };
  const ask = onRequestAccess && (() => onRequestAccess(question()));
  const menuLabel = t('dashboard:menu.label', { title });
  return (
    <section data-part="may" aria-labelledby={id}>
      <div data-part="top">
        <h2 id={id}>
          {company === null ? t('usagePolicy.titleAlone') : t('usagePolicy.title', { company })}
        </h2>
        {isDecided(rules) ? (
          <>
            <span>{t(`rules.plan.${rules.tier}`)}</span>
            <VerdictCounts verdicts={rules.verdicts} />
          </>
        ) : null}
      </div>
      <PolicyVerdicts company={company} status={item.approvalStatus} rules={rules} />
      {isDecided(rules) ? <RuleDetails rules={rules} /> : null}
      <div data-part="foot">
        <PrimaryAction item={item} title={title} onRequestAccess={ask} />
        <Like item={item} title={title} onWrite={props.onWrite} />
        <AskApprover item={item} isNeeded={open.length > 0} onAsk={ask} />
        <div data-part="further">
          {props.compare}
          <Button
            variant="ghost"
            icon={<Link2 size={16} aria-hidden="true" />}
            onClick={() => copy(item.id)}
          >
            {t('dashboard:menu.copyLink')}
          </Button>
          {menu.opened ? (
            <menu.opened.Menu
              label={menuLabel}
              firstPress={menu.opened.firstPress}
              sourceUrl={item.sourceUrl}
              onAddToLoadout={props.onAddToLoadout}
              onReport={onReport}
              onWriteToAdmins={onWriteToAdmins}
            />
          ) : (
            <ItemMenuButton label={menuLabel} {...menu.buttonProps} />
          )}
        </div>
      </div>
    </section>
  );
}

/** “1 yes · 3 yes, if · 1 no”. */
function VerdictCounts({ verdicts }: { verdicts: Verdicts }) {
  const { t } = useTranslation('service');
  const counts = verdictOrder.flatMap((verdict) => {
    const count = verdicts.filter((one) => one.verdict === verdict).length;
    return count > 0 ? t('rules.count', { count, verdict: t(`rules.verdict.${verdict}`) }) : [];
  });
  return <span data-part="summary">{counts.join(' · ')}</span>;
}

/** Question to the approver about the undecided classes of an approved service, or its state. */
function AskApprover({
  item,
  isNeeded,
  onAsk,
}: {
  item: Item;
  isNeeded: boolean;
  onAsk: (() => void) | undefined;
}) {
  const { t } = useTranslation(['service', 'dashboard']);
  const isApproved = ['approved', 'with_conditions'].includes(item.approvalStatus);
  // Otherwise the primary action is the request.
  if (!isApproved) return null;
  if (item.myAccessRequest)
    return (
      <ButtonLink to="/profile/requests">
        {t(`dashboard:accessStatuses.${item.myAccessRequest.status}`)}
      </ButtonLink>
    );
  return isNeeded && onAsk ? (
    <Button icon={<MessageCircleQuestionMark size={16} aria-hidden="true" />} onClick={onAsk}>
      {t('usagePolicy.ask')}
    </Button>
  ) : null;
}

function Like({ item, title, onWrite }: Pick<UsagePolicyProps, 'item' | 'title' | 'onWrite'>) {
  const { t } = useTranslation('dashboard');
  const [failure, setFailure] = useState<string | null>(null);
  const { isLiked, ownUseCasesCount } = item;
  if (isLiked === null || ownUseCasesCount === null)
    return (
      <Button disabled>
        {t('like')} <NotLoaded label={t('partial.slot')} />
      </Button>
    );
  return (
    <>
      <LikeButton
        item={{ ...item, isLiked, ownUseCasesCount }}
        title={title}
        onWrite={onWrite}
        onFailure={setFailure}
      />
      {failure ? <FieldError>{failure}</FieldError> : null}
    </>
  );
}
