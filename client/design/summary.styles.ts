/** Styles of `<summary>`: a triangle that turns. Drawn, because not every font has triangles. */
import { css } from 'styled-components';
import { size, space } from './theme.ts';

export const summaryStyles = css`
  summary {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    min-height: ${size.control};
    cursor: pointer;
  }
  summary::before {
    border-block: 4px solid transparent;
    border-inline-start: 6px solid currentcolor;
    content: '';
  }
  [open] > summary::before {
    transform: rotate(90deg);
  }
`;
