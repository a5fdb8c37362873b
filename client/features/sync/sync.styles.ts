/** Styles of the sync widget. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { color, radius, size, space, type } from '../../design/theme.ts';

export const Widget = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  padding: ${space[3]} ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  ${type.sm}

  h2 {
    ${type.base}
    font-weight: 600;
  }
  p {
    color: ${color.textMuted};
    font-variant-numeric: tabular-nums;
  }
  [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
  }
  [data-part='head'] > button {
    margin-left: auto;
  }
  [data-part='times'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[4]};
    ${type.xs}
  }
  [data-part='progress'] > [role='progressbar'] {
    margin-bottom: ${space[1]};
  }
  summary {
    min-height: ${size.control};
    padding: ${space[2]} 0;
    color: ${color.danger};
    font-weight: 600;
    cursor: pointer;
  }
  details ul {
    max-height: 240px;
    overflow: auto;
  }
  details li {
    padding: ${space[1]} 0;
    overflow-wrap: anywhere;
  }
`;

export const StateText = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.textMuted};
  ${type.xs}
  &::before {
    content: '';
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: ${color.textSubtle};
  }
  &[data-state='finished']::before {
    background: ${color.accent};
  }
  &[data-state='failed']::before {
    background: ${color.danger};
  }
`;

export const BarRoot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};
  margin-inline-start: auto;
`;

export const ChipLink = styled(Link)`
  display: flex;
  align-items: center;
  min-height: 36px;
  padding: 0 ${space[3]};
  border: 1px solid ${color.border};
  border-radius: ${radius.sm};
  background: ${color.surface};
  text-decoration: none;
  &:hover {
    background: ${color.surfaceHover};
  }
`;
