/** Similar services behind a few certain results. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { space, type } from '../../design/theme.ts';
import type { Match, Reasons } from '../../items/itemText.ts';
import type { CardItem, CardSlots } from './cardSlots.ts';
import { Cards, ItemRows } from './ItemGrid.tsx';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  padding-block-start: ${space[4]};

  & > h2 {
    ${type.lg}
  }
`;

export interface NearItemsProps {
  items: readonly CardItem[];
  matches: readonly Match[];
  reasons: readonly Reasons[];
  slots: CardSlots;
}

export function NearItems({ items, matches, reasons, slots }: NearItemsProps) {
  const { t } = useTranslation('dashboard');
  const headingId = useId();
  return (
    <Root aria-labelledby={headingId}>
      <h2 id={headingId}>{t('near')}</h2>
      <Cards labelledBy={headingId}>
        <ItemRows items={items} matches={matches} reasons={reasons} slots={slots} />
      </Cards>
    </Root>
  );
}
