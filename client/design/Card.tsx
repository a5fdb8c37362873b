/** Card of an item, and a plain panel. */
import { css, styled } from 'styled-components';
import { color, radius, space, transition } from './theme.ts';

const surface = css`
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
`;

export const Panel = styled.div`
  ${surface}
  padding: ${space[4]};
`;

/** `data-dimmed` marks something hidden from others. Give it an element through `as` (article, li). */
export const Card = styled.article`
  ${surface}
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  padding: 14px;
  ${transition('border-color')}

  &:hover {
    border-color: ${color.control};
  }
  &[data-dimmed] {
    border-style: dashed;
    border-color: ${color.borderStrong};
  }
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
`;
