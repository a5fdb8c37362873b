/** Column of sections on an admin page, and the hint about keyboard shortcuts. */
import { styled } from 'styled-components';
import { color, layout, space, type } from './theme.ts';

/** The parts of a page of an admin, under each other. */
export const Sections = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[6]};

  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    gap: ${space[4]};
  }

  section {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
    min-width: 0;
  }
  section > p {
    color: ${color.textMuted};
    ${type.sm}
  }
  section > form:not([data-in-line]) {
    display: flex;
    flex-direction: column;
    gap: ${space[4]};
  }
  li a,
  li small {
    overflow-wrap: anywhere;
  }
`;

/** Hint about keyboard shortcuts, hidden on touch screens. */
export const KeysHint = styled.p`
  color: ${color.textMuted};
  ${type.xs}
  @media (hover: none) {
    display: none;
  }
`;
