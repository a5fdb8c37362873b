/** The ribbons of partner companies that have approved an item, across the foot of its tile: text, not a picture. */
import { styled } from 'styled-components';
import { color, radius, type } from './theme.ts';
import { softToneByData, type SoftTone } from './tones.ts';

const Root = styled.span`
  position: absolute;
  inset: auto auto -5px 50%;
  z-index: 1;
  display: flex;
  overflow: hidden;
  border: 1px solid ${color.surface};
  border-radius: ${radius.xs};
  ${type.xs}
  font-weight: 600;
  line-height: 16px;
  white-space: nowrap;
  transform: translateX(-50%);

  span {
    min-width: 16px;
    padding: 0 3px;
    text-align: center;
  }
  /* A short name is no wider than the tile. */
  span:only-child {
    padding-inline: 2px;
    letter-spacing: -0.03em;
  }
  /* Three of them are no wider than the tile. */
  span:not(:only-child) {
    min-width: 12px;
    padding-inline: 1px;
    letter-spacing: -0.07em;
  }
  span {
    ${softToneByData}
  }
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
`;

/** The first letter of each word of a name: `GameGears` gives `GG`, `GDEV` gives `G`. */
const partnerInitials = (name: string): string =>
  name.match(/\p{Lu}(?=\p{Ll})/gu)?.join('') ?? name.slice(0, 1);

/** Names of so many letters are no wider than the tile. */
const lettersOfTile = 7;

/** Whether the tile has room for the names: for one that is short. Else it shows initials, and the names stand below it. */
export const hasRoomForNames = (partners: readonly { name: string }[]): boolean =>
  partners.length === 1 && partners[0]!.name.length <= lettersOfTile;

/** A partner by its name where there is room, else by initials. Decorative: the names are said beside it. */
export function Ribbons({
  partners,
}: {
  partners: ReadonlyArray<{ key: string; name: string; tone: SoftTone }>;
}) {
  if (partners.length === 0) return null;
  return (
    <Root aria-hidden="true" data-part="ribbons">
      {partners.map(({ key, name, tone }) => (
        <span key={key} data-partner={key} data-tone={tone}>
          {hasRoomForNames(partners) ? name : partnerInitials(name)}
        </span>
      ))}
    </Root>
  );
}
