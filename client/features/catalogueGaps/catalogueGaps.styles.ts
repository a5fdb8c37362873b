/** Styles of the catalogue gaps page. */
import { styled } from 'styled-components';
import { RecordList } from '../../design/RecordList.tsx';
import { color, from, space, type } from '../../design/theme.ts';

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

/** Name and words of a concept, and its actions. */
export const ConceptList = styled(RecordList)`
  --columns: minmax(0, 1fr) minmax(0, 1.2fr) auto;

  strong small {
    display: inline;
    font-weight: 400;
  }
  & > li > span {
    color: ${color.textMuted};
    ${type.xs}
  }
`;
