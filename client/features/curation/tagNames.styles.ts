/** Styles of the form of tag names: a table on wide screens. */
import { styled } from 'styled-components';
import { color, from, radius, space, type } from '../../design/theme.ts';

export const NameRows = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};

  [data-part='heads'] {
    display: none;
  }
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[2]} ${space[4]};
    padding: ${space[3]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  ul {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
  }
  strong {
    overflow-wrap: anywhere;
    font-weight: 600;
  }
  small {
    display: block;
    color: ${color.textMuted};
    ${type.xs}
  }
  label {
    ${type.xs}
    font-weight: 600;
  }
  [data-part='told'] {
    color: ${color.danger};
    ${type.sm}
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  ${from.md} {
    gap: ${space[1]};

    [data-part='heads'],
    li {
      display: grid;
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) minmax(0, 3fr);
      gap: ${space[1]} ${space[3]};
      align-items: start;
      padding: ${space[1]} ${space[3]};
    }
    [data-part='heads'] {
      color: ${color.textMuted};
      ${type.xs}
      font-weight: 600;
    }
    ul {
      gap: ${space[1]};
    }
    /* The column heads are visible instead; the label is for screen readers. */
    label {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    li > div {
      position: relative;
    }
    [data-part='told'] {
      grid-column: 1 / -1;
    }
  }
`;
