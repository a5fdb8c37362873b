/** Card with a chamfered corner, and a plain panel. */
import { css, styled } from 'styled-components';
import { color, radius, space } from './theme.ts';

const surface = css`
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
`;

/** A plain panel without the cut. */
export const Panel = styled.div`
  ${surface}
  padding: ${space[4]};
`;

/**
 * A card with the cut corner. `data-dimmed` marks something hidden from others by a hatched border.
 * Give it an element through `as` (article, li).
 */
export const Card = styled.article`
  ${surface}
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  padding: ${space[4]};
  border-top-right-radius: 0;
  clip-path: polygon(0 0, calc(100% - ${radius.cut}) 0, 100% ${radius.cut}, 100% 100%, 0 100%);

  &::after {
    content: '';
    position: absolute;
    top: -1px;
    right: -1px;
    width: ${radius.cut};
    height: ${radius.cut};
    pointer-events: none;
    background: linear-gradient(
      to top right,
      transparent calc(50% - 1.25px),
      ${color.borderStrong} calc(50% - 0.5px)
    );
  }
  &[data-dimmed] {
    border-style: dashed;
    border-color: ${color.borderStrong};
  }
  @media (forced-colors: active) {
    border-color: CanvasText;
    clip-path: none;
    &::after {
      display: none;
    }
  }
`;
