/** Styles of the import. */
import { styled } from 'styled-components';
import { color, radius, size, space, type } from '../../design/theme.ts';

export const Panel = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  min-width: 0;
  padding: ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  ${type.sm}

  h3 {
    ${type.base}
    font-weight: 600;
  }
  > section,
  > [data-part='encoding'] {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: ${space[2]};
  }
  h4 {
    font-weight: 600;
  }
  p {
    max-width: 70ch;
    color: ${color.textMuted};
  }
  summary {
    min-height: ${size.control};
    padding: ${space[2]} 0;
    font-weight: 600;
    cursor: pointer;
  }
  [data-part='files'],
  [data-part='counts'] {
    display: flex;
    flex-direction: column;
    gap: ${space[1]};
    overflow-wrap: anywhere;
  }
  [data-part='files'] small {
    display: block;
    color: ${color.textMuted};
    ${type.xs}
  }
  details li,
  [role='status'] li {
    padding: ${space[1]} 0;
    overflow-wrap: anywhere;
  }
  [role='status'] {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
  }
  /* An empty live region takes no gap. */
  [role='status']:empty {
    margin-block-end: calc(-1 * ${space[3]});
  }
  details li > label {
    align-items: flex-start;
  }
  details small {
    display: block;
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='actions'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[3]};
  }
`;

export const DropZone = styled.label`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[1]};
  padding: ${space[5]} ${space[4]};
  border: 2px dashed ${color.borderStrong};
  border-radius: ${radius.md};
  text-align: center;
  cursor: pointer;

  &[data-over] {
    border-color: ${color.accent};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  &:has(input:focus-visible) {
    outline: 2px solid ${color.focusRing};
    outline-offset: 2px;
  }
  strong {
    font-weight: 600;
  }
  span {
    color: ${color.textMuted};
    ${type.xs}
  }
`;
