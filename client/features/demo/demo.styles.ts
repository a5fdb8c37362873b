/** Styles of the demo panel and its dialogs. */
import { styled } from 'styled-components';
import { color, radius, space, type } from '../../design/theme.ts';

export const Panel = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  padding: ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  ${type.sm}

  h3 {
    ${type.base}
    font-weight: 600;
  }
  & > div {
    display: flex;
    flex-direction: column;
    align-items: stretch;
    gap: ${space[3]};
  }
  p {
    max-width: 70ch;
    color: ${color.textMuted};
  }
`;

export const DialogText = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  ${type.sm}

  h3 {
    ${type.sm}
    font-weight: 600;
  }
  ul {
    display: flex;
    flex-direction: column;
    gap: ${space[1]};
    margin-top: ${space[1]};
  }
  li {
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    color: ${color.textMuted};
    ${type.xs}
  }
`;
