/** Card of one service; other features add to it through slots. */
import { memo, useId, useState, type ReactNode } from 'react';
import { Check, ExternalLink as OutLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { HighlightedText } from '../../design/HighlightedText.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { NotLoaded } from '../../design/NotLoaded.tsx';
import { Ribbon } from '../../design/Ribbon.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useLazyMenu } from '../../design/useLazyMenu.ts';
import type {
  CardMarkFragment,
  CardRequestFragment,
  DataClass,
  KnowledgeCardFragment,
} from '../../generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { CardRoot } from './card.styles.ts';
import { dataPermission } from './dataPermission.ts';
import { DataPermissionBadge } from './DataPermissionBadge.tsx';
import { MatchReason } from './MatchReason.tsx';
import { ItemDescription } from './ItemDescription.tsx';
import { ItemMenuButton } from './ItemMenuButton.tsx';
import { ItemTile } from './ItemTile.tsx';
import {
  getDescription,
  getTitle,
  titleTooltip,
  type Match,
  type Reasons,
} from '../../items/itemText.ts';
import { servicePath } from '../../items/serviceLink.ts';
import { LikeButton } from './LikeButton.tsx';
import { OtherCompanies } from './OtherCompanies.tsx';

const loadMenu = () => import('./ItemMenu.tsx').then((part) => part.ItemMenu);

type OnItem = (item: KnowledgeCardFragment) => void;

/** Parts of a card that the page provides. A missing callback removes its button. */
export interface CardSlots {
  /** The name of the reader's company; null without one. */
  company: string | null;
  /** The key of that company, whose ribbon is shown. */
  companyKey?: string | null;
  /** The classes of data that the list is filtered by. */
  allowedFor?: readonly DataClass[];
  /** The avatars of the experts. */
  experts?: (item: KnowledgeCardFragment) => ReactNode;
  /** Picks it to be compared. */
  compare?: (item: KnowledgeCardFragment) => ReactNode;
  onOpenUseCases?: OnItem | undefined;
  onOpenExperts?: OnItem | undefined;
  onRequestAccess?: OnItem | undefined;
  onReport?: OnItem | undefined;
  /** For admins: visibility and notes. */
  onOpenAdmin?: OnItem | undefined;
  onEdit?: OnItem | undefined;
}

/** A service as a card shows it; data rules and access request may be loaded later. */
export type CardItem = KnowledgeCardFragment &
  Partial<Pick<CardMarkFragment, 'marked'> & Pick<CardRequestFragment, 'myAccessRequest'>>;

export interface ItemCardProps {
  item: CardItem;
  slots: CardSlots;
  /** Ranges of the searched words. */
  match?: Match | undefined;
  /** Why it was found, besides. */
  reasons?: Reasons | undefined;
  /** Loads the picture at once: for the first row. */
  eager?: boolean;
  /** Position among all results, from 1, and their number. */
  position?: number;
  total?: number;
}

/** The id of an item's title link, for the focus. */
export const titleId = (itemId: string): string => `item-${itemId}`;

export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { item, slots, match, reasons, eager, position, total } = props;
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const id = useId();
  const menu = useLazyMenu(loadMenu);
  const [failure, setFailure] = useState<string | null>(null);
  const title = getTitle(item, language, match);
  const whole = titleTooltip(title.text);
  const isHidden = item.adminVisibility === 'hidden';
  const on = (slot: OnItem | undefined) => slot && (() => slot(item));
  const menuLabel = t('menu.label', { title: title.text });
  const cases = t('cases', { count: item.useCasesCount });
  const { isLiked, ownUseCasesCount } = item;
  const mark = dataPermission(item.marked ?? null, slots.allowedFor ?? []);
  const approval = [
    slots.company ? t('verified', { company: slots.company }) : t('verifiedShort'),
    ...(item.marked?.decisionState === 'approved_undecided' ? [t('mark.approvedOnly')] : []),
  ].join('. ');
  const own = item.partnerBadges.find(({ key }) => key === slots.companyKey);
  const others = item.partnerBadges.filter((badge) => badge !== own);

  return (
    <CardRoot
      aria-labelledby={id}
      aria-posinset={position}
      aria-setsize={total}
      data-dimmed={isHidden ? '' : undefined}
    >
      <div data-part="head">
        <span data-part="tile">
          <ItemTile
            title={title.text}
            imageUrl={item.imageUrl ?? item.siteImageUrl}
            dimmed={isHidden}
            eager={eager ?? false}
          />
          {own ? <Ribbon name={own.name} tone={own.tone} /> : null}
        </span>
        <div data-part="name">
          <h3 id={id} data-long={whole === undefined ? undefined : ''}>
            <Link
              id={titleId(item.id)}
              to={servicePath(item.id)}
              lang={title.language}
              title={whole}
            >
              <HighlightedText text={title.text} ranges={title.ranges} />
            </Link>
            {title.isSubstitute ? <LanguageMark language={title.language} /> : null}
          </h3>
          <div data-part="badges">
            {isHidden ? <Badge tone="warning">{t('hidden')}</Badge> : null}
            {item.isVerified ? (
              <span data-part="verified" title={approval}>
                <Check size={14} strokeWidth={3} aria-hidden="true" />
                <span aria-hidden="true">{t('verifiedShort')}</span>
                <VisuallyHidden>{approval}</VisuallyHidden>
              </span>
            ) : null}
            {mark && !isHidden ? <DataPermissionBadge mark={mark} /> : null}
          </div>
        </div>
        <a
          data-part="site"
          href={item.sourceUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-describedby={titleId(item.id)}
        >
          <OutLink size={18} aria-hidden="true" />
          <VisuallyHidden>
            {t('open')} {t('common:newTab')}
          </VisuallyHidden>
        </a>
        {menu.opened ? (
          <menu.opened.Menu
            label={menuLabel}
            firstPress={menu.opened.firstPress}
            itemId={item.id}
            onOpenUseCases={on(slots.onOpenUseCases)}
            onReport={on(slots.onReport)}
            onOpenAdmin={on(slots.onOpenAdmin)}
            onEdit={on(slots.onEdit)}
          />
        ) : (
          <ItemMenuButton label={menuLabel} {...menu.buttonProps} />
        )}
      </div>
      <OtherCompanies names={others.map(({ name }) => name)} titleId={titleId(item.id)} />
      <ItemDescription text={getDescription(item, language, match)} />
      {reasons ? <MatchReason reasons={reasons} /> : null}
      <div data-part="meta">
        {slots.onOpenExperts ? (
          <button
            type="button"
            data-part="cases"
            data-cases={item.useCasesCount}
            onClick={on(slots.onOpenExperts)}
          >
            {cases}
          </button>
        ) : (
          <span>{cases}</span>
        )}
        {slots.experts?.(item)}
        {slots.compare?.(item)}
      </div>
      <div data-part="actions">
        {isLiked === null || ownUseCasesCount === null ? (
          <Button disabled data-part="like" title={t('partial.slot')}>
            {t('like')} <NotLoaded label={t('partial.slot')} />
          </Button>
        ) : (
          <LikeButton
            item={{ ...item, isLiked, ownUseCasesCount }}
            title={title.text}
            onLiked={on(slots.onOpenUseCases)}
            onFailure={setFailure}
          />
        )}
        {item.myAccessRequest ? (
          <ButtonLink to="/profile/requests">
            {t(`accessStatuses.${item.myAccessRequest.status}`)}
          </ButtonLink>
        ) : slots.onRequestAccess && !item.isVerified ? (
          <Button onClick={on(slots.onRequestAccess)}>{t('requestAccess')}</Button>
        ) : null}
      </div>
      {failure ? <p data-part="failure">{failure}</p> : null}
    </CardRoot>
  );
});
