/** The ribbons of partner companies that have approved an item, across the foot of its tile: text, not a picture. */
import { styled } from 'styled-components';
import { color, radius, type } from './theme.ts';
import { softToneByData, type SoftTone } from './tones.ts';

const Root = styled.span`
  position: absolute;
  inset: auto auto -5px 50%;
  z-index: 1;
  display: flex;
  width: max-content;
  max-width: 100%;
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
  /* A name that is wider than the tile is cut; seven letters have room. */
  span:only-child {
    padding-inline: 2px;
    overflow: hidden;
    letter-spacing: -0.03em;
    text-overflow: ellipsis;
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

/**
 * One partner by name, of which the pointer has all; several by their initials, whose names stand below the tile. Decorative: the names are said there.
 */
export function Ribbons({
  partners,
}: {
  partners: ReadonlyArray<{ key: string; name: string; tone: SoftTone }>;
}) {
  if (partners.length === 0) return null;
  return (
    <Root
      aria-hidden="true"
      data-part="ribbons"
      title={partners.length === 1 ? partners[0]?.name : undefined}
    >
      {partners.map(({ key, name, tone }) => (
        <span key={key} data-partner={key} data-tone={tone}>
          {partners.length === 1 ? name : partnerInitials(name)}
        </span>
      ))}
    </Root>
  );
}
