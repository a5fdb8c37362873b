/** Styles of the author's own use cases. */
import { styled } from 'styled-components';
import { color, from, radius, space, type } from '../../design/theme.ts';

export const UseCaseItem = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  min-width: 0;

  small {
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='foot'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[1]} ${space[3]};
    color: ${color.textMuted};
    ${type.sm}
  }
  /* Below each other on a phone; the icons stand where the text above begins. */
  [data-part='foot'] > [data-part='buttons'] {
    display: flex;
    flex-direction: column;
    align-items: start;
    width: 100%;
    margin-inline: -${space[4]};
  }
  [data-part='buttons'] > [data-variant='primary'] {
    margin-inline-start: ${space[4]};
  }
  ${from.sm} {
    [data-part='buttons'] > [data-variant='primary'] {
      margin-inline-start: 0;
    }
    [data-part='foot'] > [data-part='buttons'] {
      flex-flow: row wrap;
      gap: ${space[2]};
      width: auto;
      margin-inline: auto 0;
    }
  }
`;

export const UseCaseList = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};

  & > li {
    padding: ${space[4]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  & > li[data-risen] {
    animation: rise 180ms ease-out;
  }
  @keyframes rise {
    from {
      transform: translateY(${space[6]});
      opacity: 0.4;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    & > li[data-risen] {
      animation: none;
    }
  }
`;
