/** Tiles of a loadout's services with the reader's state for each. */
import { Check, Clock, Lock } from 'lucide-react';
import { styled } from 'styled-components';
import { color, from, space, type } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { ItemTile } from '../../items/ItemTile.tsx';
import { titleOf } from './loadoutText.ts';
import type { LoadoutItemState } from './generated.ts';

const Root = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};

  & > span {
    position: relative;
    display: block;
  }
  && > span > span:first-child {
    --tile: 34px;
  }
  ${from.md} {
    gap: ${space[2]} 10px;
    && > span > span:first-child {
      --tile: 44px;
    }
  }
  &&[data-size='small'] > span > span:first-child {
    --tile: 32px;
  }
  & > span > i {
    position: absolute;
    right: -5px;
    bottom: -5px;
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    border-radius: 50%;
    background: ${color.noneSoft};
    color: ${color.noneText};
    box-shadow: 0 0 0 2px ${color.surface};
  }
  & > [data-state='used'] > i {
    background: ${color.ember};
    color: ${color.textOnAccent};
  }
  & > [data-state='waiting'] > i {
    background: ${color.infoSoft};
    color: ${color.infoSoftText};
  }
  & > :is([data-state='waiting'], [data-state='may_request'], [data-state='refused']) > span {
    filter: grayscale(1);
    opacity: 0.75;
  }
  & > small {
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 600;
  }
`;

const marks = { used: Check, waiting: Clock, may_request: Lock, refused: Lock, approved: null };

export interface LoadoutTilesProps {
  rows: ReadonlyArray<{
    state: LoadoutItemState;
    item: {
      id: string;
      titleRu: string | null;
      titleEn: string | null;
      imageUrl: string | null;
      siteImageUrl: string | null;
    };
  }>;
  /** Services that are not among the rows. */
  more: number;
  /** Without the marks of the state. */
  small?: boolean;
}

/** Decorative: the counts are said beside it. */
export function LoadoutTiles({ rows, more, small }: LoadoutTilesProps) {
  const { language } = useLanguage();
  return (
    <Root aria-hidden="true" data-size={small ? 'small' : undefined}>
      {rows.map(({ item, state }) => {
        const Mark = small ? null : marks[state];
        return (
          <span key={item.id} data-state={small ? undefined : state}>
            <ItemTile
              title={titleOf(item, language).text}
              imageUrl={item.imageUrl ?? item.siteImageUrl}
              dimmed={false}
              eager={false}
            />
            {Mark ? (
              <i>
                <Mark size={12} strokeWidth={3} />
              </i>
            ) : null}
          </span>
        );
      })}
      {more > 0 ? <small>+{more}</small> : null}
    </Root>
  );
}
