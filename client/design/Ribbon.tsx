/** Ribbon of the reader's company at the foot of the tile of an approved item. */
import { css, styled } from 'styled-components';
import { color, size, type, type SoftTone } from './theme.ts';

const grounds: Partial<Record<SoftTone, string>> = {
  ember: color.badgeNexters,
  info: color.badgeCubic,
  warning: color.badgeGears,
  danger: color.badgeNexters,
};

const Root = styled.span`
  display: block;
  width: ${size.tile};
  min-height: ${size.ribbon};
  overflow: hidden;
  border-radius: 0 0 6px 6px;
  background: ${color.badgeProduct};
  color: ${color.ribbonText};
  ${type['2xs']}
  font-weight: 600;
  letter-spacing: -0.02em;
  line-height: ${size.ribbon};
  text-align: center;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${Object.entries(grounds).map(
    ([tone, ground]) => css`
      &[data-tone='${tone}'] {
        background: ${ground};
      }
    `,
  )}
  @media (forced-colors: active) {
    outline: 1px solid CanvasText;
  }
`;

/** “Cubic” of “CubicGames”, “Gears” of “GameGears”: a whole name is wider than a tile. */
const shortName = (name: string): string => name.replace(/\s*games?\s*/i, '') || name;

/** Decorative: that the company has approved is said beside it. */
export function Ribbon({ name, tone }: { name: string; tone: SoftTone }) {
  return (
    <Root aria-hidden="true" data-part="ribbon" data-tone={tone}>
      {shortName(name)}
    </Root>
  );
}
