/** The looks of the admin's quieter lists. */
import { styled } from 'styled-components';
import { color, from, space, type } from '../../design/theme.ts';

export const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space[2]} ${space[3]};

  /* In line with the fields, which keep room for a counter. */
  & > button[type='submit'] {
    margin-bottom: ${space[1]};
  }
`;

export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[6]};
  align-items: start;

  ${from.lg} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  section {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
  }
  section > p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export const Values = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[1]} ${space[3]};
  padding-top: ${space[2]};
  ${type.xs}

  dt {
    color: ${color.textMuted};
  }
  dd {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
