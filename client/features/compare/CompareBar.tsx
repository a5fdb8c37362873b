/** Bar of the services chosen for comparison. */
import { useEffect } from 'react';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { RemovableChip } from '../../design/Chip.tsx';
import { color, from, radius, space, type, zIndex } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import {
  clearComparedItems,
  comparePath,
  removeComparedItem,
  type ComparedItem,
} from './comparedItems.ts';

const Root = styled.section`
  position: sticky;
  bottom: ${space[2]};
  z-index: ${zIndex.sticky};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};
  margin-top: ${space[8]};
  padding: ${space[2]};
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.md};
  background: ${color.surface};
  box-shadow: var(--shadow-overlay);

  ul {
    display: flex;
    flex: 1 1 100%;
    order: 1;
    gap: ${space[2]};
    overflow-x: auto;
    min-width: 0;
    padding: 2px;
  }
  li {
    flex: none;
    max-width: 240px;
    ${type.sm}
  }
  ${from.md} {
    flex-wrap: nowrap;
    padding: ${space[3]} ${space[4]};

    ul {
      flex: 1 1 0;
      flex-wrap: wrap;
      order: 0;
    }
  }
  @media print {
    display: none;
  }
`;

/** Keeps focused elements above the bar. */
const roomBelow = '136px';

export function CompareBar({ picked }: { picked: readonly ComparedItem[] }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = roomBelow;
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, []);
  const count = picked.length;
  return (
    <Root aria-label={t('compare.bar')} data-no-print="">
      <ButtonLink to={comparePath(picked.map(({ id }) => id))} variant="primary">
        <Scale size={18} aria-hidden="true" />
        {t('compare.go', { count })}
      </ButtonLink>
      <ul>
        {picked.map((item) => {
          const title = getTitle(item, language);
          return (
            <li key={item.id}>
              <RemovableChip
                removeLabel={t('compare.drop', { title: title.text })}
                onRemove={() => removeComparedItem(item.id)}
              >
                <span lang={title.language}>{title.text}</span>
              </RemovableChip>
            </li>
          );
        })}
      </ul>
      <Button variant="ghost" onClick={clearComparedItems}>
        {t('compare.clear')}
      </Button>
    </Root>
  );
}
