/** Usage policy of a service in the reader's company, and the actions on the service: at its foot, or on phones above. */
import { useId, useState, type ReactNode } from 'react';
import { Link2, MessageCircleQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../design/Button.tsx';
import { FieldError } from '../design/Field.tsx';
import { NotLoaded } from '../design/Skeleton.tsx';
import { useLazyMenu } from '../design/useLazyMenu.ts';
import type { DataClass } from '../generated.ts';
import type { ServicePageQuery } from '../items/generated.ts';
import { formatList } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useCopyLink } from '../items/links.ts';
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

export interface ServiceActionsProps {
  item: Item;
  /** Title in the reader's language. */
  title: string;
  /** Opens the access request, with a prefilled question where there is one. */
  onRequestAccess: ((question?: string) => void) | undefined;
  /** Opens the editor of a use case. */
  onWrite: () => void;
}

export interface UsagePolicyProps extends ServiceActionsProps {
  /** Name of the reader's company; null without one. */
  company: string | null;
  onAddToLoadout: (() => void) | undefined;
  onReport: (() => void) | undefined;
  /** Opens a message to the admins about the service. */
  onWriteToAdmins: (() => void) | undefined;
  /** Button of the comparison. */
  compare: ReactNode;
  /** The actions stand elsewhere. */
  isPhone: boolean;
}

/** Opens the access request with a question about the open data classes of an approved service. */
function useAsk({ item, onRequestAccess }: Pick<ServiceActionsProps, 'item' | 'onRequestAccess'>) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const verdicts = item.dataRules?.verdicts ?? [];
  const open = classesToAsk(verdicts);
  const question = () => {
    if (['not_decided', 'not_allowed'].includes(item.approvalStatus)) return undefined;
    const classes = open.map((one) => t(`rules.class.${one}`));
    return item.dataRules && classes.length === verdicts.length
      ? t('usagePolicy.questionOfAll')
      : t('usagePolicy.question', { classes: formatList(classes, language) });
  };
  return {
    isNeeded: open.length > 0,
    ask: onRequestAccess && (() => onRequestAccess(question())),
  };
}

/** Open or request the service, and “I use this”. */
export function ServiceActions(props: ServiceActionsProps) {
  const { item, title, onWrite } = props;
  const { ask } = useAsk(props);
  return (
    <>
      <PrimaryAction item={item} title={title} onRequestAccess={ask} />
      <Like item={item} title={title} onWrite={onWrite} />
    </>
  );
}

export function UsagePolicy(props: UsagePolicyProps) {
  const { item, title, company, isPhone, onReport, onWriteToAdmins } = props;
  const { t } = useTranslation(['service', 'dashboard']);
  const copy = useCopyLink();
  const id = useId();
  const menu = useLazyMenu(loadMenu);
  const rules = item.dataRules;
  const { isNeeded, ask } = useAsk(props);
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
        {isPhone ? null : <ServiceActions {...props} />}
        <AskApprover item={item} isNeeded={isNeeded} onAsk={ask} />
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

function Like({ item, title, onWrite }: Pick<ServiceActionsProps, 'item' | 'title' | 'onWrite'>) {
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
