/** One line of the compact view: name, description, status and actions. */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Badge } from '../../design/Badge.tsx';
import { HighlightedText } from '../../design/HighlightedText.tsx';
import { color, from, radius, space, type } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { IncidentBadge } from '../../items/IncidentBadge.tsx';
import { getDescription, getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { StageName, StatusPill } from '../../items/StatusPill.tsx';
import { CardActions } from './CardActions.tsx';
import { CardMenu } from './CardMenu.tsx';
import { titleId, type ItemCardProps } from './ItemCard.tsx';
import { ItemTile } from '../../items/ItemTile.tsx';

const Root = styled.article`
  display: grid;
  flex: 1;
  grid-template-columns: 28px minmax(0, 1fr) 144px 288px auto;
  gap: ${space[3]};
  align-items: center;
  min-width: 0;
  min-height: 44px;
  padding: 5px ${space[3]};
  border-bottom: 1px solid ${color.hair};
  background: ${color.surface};
  ${type.sm}

  &:hover {
    background: ${color.surfaceHover};
  }
  &:focus-visible {
    border-radius: ${radius.sm};
    outline-offset: -2px;
  }
  &,
  a,
  button {
    scroll-margin-top: 80px;
  }
  h3,
  p {
    overflow: hidden;
    ${type.sm}
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button {
    white-space: nowrap;
  }
  [data-part='stage'] {
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 500;
  }
  h3 a {
    color: inherit;
    text-decoration: none;
  }
  h3 a:hover {
    text-decoration: underline;
  }
  p {
    display: none;
    color: ${color.textMuted};
  }
  [data-part='actions'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 132px;
    gap: ${space[2]};
  }
  [data-part='actions'] > * {
    gap: 6px;
    padding-inline: 6px;
  }
  [data-part='failure'] {
    display: block;
    grid-column: 2 / -1;
    color: ${color.danger};
  }
  ${from.lg} {
    grid-template-columns: 28px minmax(120px, 1fr) minmax(0, 1.2fr) 144px 288px auto;
    p {
      display: block;
    }
  }
`;

export function ItemRow({ item, slots, match, position, total }: ItemCardProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const title = getTitle(item, language, match);
  const description = getDescription(item, language, match);
  const isHidden = item.adminVisibility === 'hidden';
  return (
    <Root
      aria-labelledby={id}
      aria-posinset={position}
      aria-setsize={total}
      data-dimmed={isHidden ? '' : undefined}
    >
      <ItemTile
        title={title.text}
        imageUrl={item.imageUrl ?? item.siteImageUrl}
        dimmed={isHidden}
        eager={false}
        size="small"
      />
      <h3 id={id}>
        <Link
          id={titleId(item.id)}
          to={servicePath(item.id)}
          lang={title.language}
          title={title.text}
        >
          <HighlightedText text={title.text} ranges={title.ranges} />
        </Link>{' '}
        {isHidden ? <Badge tone="warning">{t('hidden')}</Badge> : null}{' '}
        <IncidentBadge incidents={item.incidents} /> <StageName stage={item.stage} />
      </h3>
      <p lang={description.language}>{description.text}</p>
      <span>
        <StatusPill itemId={item.id} status={item.approvalStatus} titleId={titleId(item.id)} />
      </span>
      <CardActions
        item={item}
        title={title.text}
        size="small"
        onRequestAccess={slots.onRequestAccess && (() => slots.onRequestAccess?.(item))}
        onWrite={slots.onOpenUseCases && (() => slots.onOpenUseCases?.(item))}
        onFailure={setFailure}
      />
      <CardMenu item={item} slots={slots} title={title.text} />
      {failure ? <p data-part="failure">{failure}</p> : null}
    </Root>
  );
}
