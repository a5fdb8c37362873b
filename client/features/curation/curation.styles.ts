/** Styles of the editing forms. */
import { styled } from 'styled-components';
import { color, from, space, type } from '../../design/theme.ts';

/** Two languages side by side on wide screens. */
export const Pairs = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  align-items: start;

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** Changed fields with their word diffs. */
export const Changes = styled.dl`
  display: grid;
  gap: ${space[2]};

  dt {
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 600;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  del {
    background: ${color.dangerSoft};
    color: ${color.text};
  }
  ins {
    background: ${color.successSoft};
    color: ${color.text};
    text-decoration: none;
  }
`;

/** Long addresses and texts break wherever they must. */
export const Wrapped = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};
  min-width: 0;
  overflow-wrap: anywhere;

  fieldset {
    min-width: 0;
  }
  label > span {
    min-width: 0;
  }
`;
