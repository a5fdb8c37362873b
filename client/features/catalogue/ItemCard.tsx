/** Card of one service; other features add to it through slots. */
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { HighlightedText } from '../../design/HighlightedText.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { Ribbon } from '../../design/Ribbon.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { IncidentBadge } from '../../items/IncidentBadge.tsx';
import {
  getDescription,
  getTitle,
  titleTooltip,
  type Match,
  type Reasons,
} from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { StageName, StatusPill } from '../../items/StatusPill.tsx';
import { CardActions, isOpenTo } from './CardActions.tsx';
import { CardMenu } from './CardMenu.tsx';
import { CardRoot } from './card.styles.ts';
import type { CardItem, CardSlots, OnItem } from './cardSlots.ts';
import { ItemDescription } from './ItemDescription.tsx';
import { ItemTile } from '../../items/ItemTile.tsx';
import { MatchReason } from './MatchReason.tsx';
import { OtherCompanies } from './OtherCompanies.tsx';

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
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const title = getTitle(item, language, match);
  const whole = titleTooltip(title.text);
  const isHidden = item.adminVisibility === 'hidden';
  const on = (slot: OnItem | undefined) => slot && (() => slot(item));
  const cases = t('cases', { count: item.useCasesCount });
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
          {own && isOpenTo(item) ? <Ribbon name={own.name} tone={own.tone} /> : null}
        </span>
        <div data-part="name">
          <h3 id={id}>
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
            <IncidentBadge incidents={item.incidents} />
            <StatusPill itemId={item.id} status={item.approvalStatus} titleId={titleId(item.id)} />
            <span data-part="adoption">
              <StageName stage={item.stage} />
              <OtherCompanies names={others.map(({ name }) => name)} titleId={titleId(item.id)} />
            </span>
          </div>
        </div>
        <div data-part="corner">
          {slots.compareLink?.(item)}
          <CardMenu item={item} slots={slots} title={title.text} />
        </div>
      </div>
      <ItemDescription key={language} text={getDescription(item, language, match)} />
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
      </div>
      <CardActions
        item={item}
        title={title.text}
        onRequestAccess={on(slots.onRequestAccess)}
        onWrite={on(slots.onOpenUseCases)}
        onFailure={setFailure}
      />
      {failure ? <p data-part="failure">{failure}</p> : null}
    </CardRoot>
  );
});
