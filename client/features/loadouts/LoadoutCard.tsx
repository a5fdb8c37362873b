/** Card of a loadout in the list. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Card } from '../../design/Card.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutPath } from '../../items/links.ts';
import { KindBadge } from './KindBadge.tsx';
import { LoadoutTiles } from './LoadoutTiles.tsx';
import { descriptionOf, titleOf } from './loadoutText.ts';
import type { LoadoutCardFragment } from './generated.ts';

const Root = styled(Card)`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: 10px;
  min-width: 0;

  [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[1]} ${space[2]};
    color: ${color.textMuted};
    ${type.xs}
  }
  h2 {
    ${type.lg}
    overflow-wrap: anywhere;
  }
  h2 a {
    color: inherit;
    text-decoration: none;
  }
  /* The whole card leads to the loadout. */
  h2 a::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
  }
  &:hover h2 a {
    text-decoration: underline;
  }
  p {
    display: -webkit-box;
    overflow: hidden;
    color: ${color.textMuted};
    ${type.sm}
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow-wrap: anywhere;
  }
  [data-part='foot'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[3]};
    margin-top: auto;
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='foot'] b {
    color: ${color.text};
    font-weight: 650;
  }
`;

export interface LoadoutCardProps {
  loadout: LoadoutCardFragment;
  /** Name of its discipline. */
  discipline: string | undefined;
}

export function LoadoutCard({ loadout, discipline }: LoadoutCardProps) {
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const title = titleOf(loadout, language);
  const description = descriptionOf(loadout, language);
  const { progress, itemsCount, items } = loadout;
  return (
    <Root as="article">
      <div data-part="head">
        <KindBadge kind={loadout.kind} company={loadout.company} />
        {discipline && discipline !== title.text ? <span>{discipline}</span> : null}
      </div>
      <h2 lang={title.language}>
        <Link to={loadoutPath(loadout.id)}>{title.text}</Link>
        {title.isSubstitute ? <LanguageMark language={title.language} /> : null}
      </h2>
      {description.text ? <p lang={description.language}>{description.text}</p> : null}
      <LoadoutTiles rows={items} more={itemsCount - items.length} small />
      <div data-part="foot">
        {progress && progress.used > 0 ? (
          <b>{t('progress', { used: progress.used, total: progress.total })}</b>
        ) : (
          <span>{t('services', { count: itemsCount })}</span>
        )}
        {loadout.takersCount > 0 ? (
          <span>{t('takenBy', { count: loadout.takersCount })}</span>
        ) : null}
      </div>
    </Root>
  );
}
