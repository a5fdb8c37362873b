/** Loadout that a search means, above its results. */
import { ChevronRight, Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { color, radius, size, space, type } from '../../design/theme.ts';
import type { FoundLoadoutFragment } from '../../generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { loadoutPath } from '../../items/links.ts';

const Root = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  min-height: ${size.control};
  padding: ${space[1]} ${space[3]};
  border: 1px solid ${color.border};
  border-radius: ${radius.sm};
  background: ${color.surface};
  color: ${color.textMuted};
  ${type.sm}
  text-decoration: none;

  &:hover {
    border-color: ${color.control};
  }
  b {
    color: ${color.text};
    font-weight: 600;
  }
  svg {
    flex: none;
  }
  svg:last-child {
    margin-inline-start: auto;
  }
`;

export function FoundLoadout({ loadout }: { loadout: FoundLoadoutFragment }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const title = getTitle(loadout, language);
  return (
    <Root to={loadoutPath(loadout.id)}>
      <Layers size={16} aria-hidden="true" />
      <span>
        {t('foundLoadout')} <b lang={title.language}>{title.text}</b>,{' '}
        {t('foundLoadoutSize', { count: loadout.itemsCount })}
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </Root>
  );
}
