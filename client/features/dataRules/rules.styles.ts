/** Styles of the data rules. */
import { styled } from 'styled-components';
import { buttonStyles } from '../../design/Button.tsx';
import { summaryStyles } from '../../design/summary.styles.ts';
import { color, from, layout, radius, size, space, type, zIndex } from '../../design/theme.ts';

export const Matrix = styled.div`
  overflow-x: auto;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  &[aria-busy='true'] {
    opacity: 0.6;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    ${type.sm}
  }
  th,
  td {
    height: 41px;
    padding: ${space[1]} ${space[2]};
    border: 1px solid ${color.border};
    text-align: start;
    overflow-wrap: anywhere;
  }
  thead th {
    background: ${color.surfaceSunken};
    height: 36px;
    padding: 1px 6px;
    font-size: 0.72rem;
    line-height: 1.1;
    font-weight: 600;
    hyphens: auto;
    overflow-wrap: break-word;
  }
  thead th:first-child {
    width: 198px;
  }
  thead th::first-letter {
    text-transform: uppercase;
  }
  tbody th {
    padding: 0;
    font-weight: 600;
  }
  [data-part='service'] {
    display: flex;
    align-items: center;
  }
  [data-part='service'] > label {
    flex: none;
    gap: 0;
    justify-content: center;
    width: 40px;
    min-height: 40px;
  }
  thead [data-part='service'] > label {
    min-height: 24px;
    margin-inline-start: -6px;
  }
  tbody th button {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    flex: 1;
    min-width: 0;
    min-height: 40px;
    padding: 0 ${space[2]} 0 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
  }
  tbody th button:first-child {
    padding-inline-start: ${space[3]};
  }
  tbody th button small {
    display: block;
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 400;
  }
  tbody th button:hover > span:last-child {
    text-decoration: underline;
  }
  tr[aria-selected='true'] > th,
  tr[aria-selected='true'] > td[data-verdict='undecided'] {
    background-color: color-mix(in srgb, ${color.accentSoft} 45%, ${color.surface});
    background-clip: border-box;
  }
  /* The tint leaves an edge free, so that the cells stand apart. */
  td {
    position: relative;
    padding: 3px;
    background-clip: content-box;
    font-weight: 600;
    line-height: 1.2;
  }
  td > [data-verdict] {
    display: inline-grid;
    margin: 0 2px 0 ${space[1]};
    vertical-align: middle;
  }
  td:hover {
    outline: 1px solid ${color.control};
    outline-offset: -3px;
    cursor: pointer;
  }
  td[data-verdict='yes'] {
    background-color: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  td[data-verdict='yes_if'] {
    background-color: ${color.warningSoft};
    color: ${color.warningSoftText};
  }
  td[data-verdict='ask'],
  td[data-verdict='being_checked'] {
    background-color: ${color.infoSoft};
    color: ${color.infoSoftText};
  }
  td[data-verdict='no'] {
    background-color: ${color.dangerSoft};
    color: ${color.dangerSoftText};
  }
  td [data-part='hidden'] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  td[aria-selected='true'] {
    background-color: ${color.accentSoft};
    background-clip: border-box;
  }
  td[data-pending] {
    font-style: italic;
  }
  /* Only for the eye: the cell itself says that nothing is decided. */
  td[data-invitation]::before {
    content: '—' / '';
    padding-inline-start: ${space[2]};
    color: ${color.textSubtle};
    font-weight: 400;
  }
  td[data-invitation]:is(:hover, :focus)::before {
    content: attr(data-invitation) / '';
    color: ${color.textMuted};
  }
  td:has(small) > [data-verdict] {
    height: 17px;
  }
  /* Under the verdict, over the whole width. */
  td small {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    padding-inline: ${space[2]} 2px;
    color: inherit;
    ${type.xs}
    line-height: 1.15;
    font-weight: 400;
  }
  td:focus-visible,
  th button:focus-visible {
    outline: 2px solid ${color.focusRing};
    outline-offset: -2px;
  }
`;

export const GridTable = styled.table``;
export const GridCell = styled.td``;

export const MatrixToolbar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};
  ${from.md} {
    margin-block: -${space[1]};
  }

  > :last-child {
    margin-inline-start: auto;
  }
  /* On a phone there are no tables to bring in, and two filters share a line. */
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    && > :last-child:not(form) {
      display: none;
    }
    > div,
    > form {
      flex: 1 0 100%;
      flex-wrap: nowrap;
    }
    > div > div {
      flex: 1 1 0;
    }
    /* The label stands in the select, above its value. */
    > div > div {
      position: relative;
    }
    && > div > div > label {
      position: absolute;
      z-index: 1;
      top: 5px;
      inset-inline-start: 13px;
      pointer-events: none;
      ${type['2xs']}
      line-height: 1.2;
    }
    && > div > div select {
      padding-block: 17px 3px;
    }
    > div > div > span,
    select {
      flex: 1;
      width: 100%;
      min-width: 0;
    }
    && input[type='search'] {
      flex: 1;
      width: 0;
      min-width: 0;
      min-height: ${size.control};
    }
    > form > label {
      flex: none;
    }
  }
  > form {
    align-items: center;
  }
  input[type='search'] {
    width: 160px;
    min-height: ${size.controlSmall};
    padding: ${space[1]} ${space[2]};
    ${type.sm}
  }
  > div > div {
    flex-direction: row;
    align-items: center;
    gap: ${space[2]};
  }
  > div > div > label {
    font-weight: 400;
    color: ${color.textMuted};
  }
  ${from.md} {
    select {
      width: 132px;
    }
  }
`;

/** The choices of a cell's menu. */
export const VerdictMenu = styled.div`
  width: 252px;

  button[data-choice] {
    display: flex;
    align-items: center;
    gap: 10px;
    width: calc(100% + 2 * ${space[2]});
    min-height: 34px;
    margin-inline: -${space[2]};
    padding: 0 ${space[2]};
    border: 0;
    border-radius: ${radius.sm};
    background: none;
    color: ${color.text};
    ${type.sm}
    text-align: start;
  }
  button[data-choice] > span:nth-of-type(2) {
    flex: 1;
  }
  button[data-choice]::first-letter {
    text-transform: uppercase;
  }
  button[data-choice]:hover,
  button[data-choice][aria-pressed='true'] {
    background: ${color.surfaceHover};
  }
  button[data-choice]:focus-visible {
    outline-offset: -2px;
  }
  form {
    padding: ${space[1]} 0 ${space[2]} 32px;
  }
`;

export const ConditionFields = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};

  input {
    min-height: ${size.controlSmall};
    ${type.sm}
  }
  li button {
    width: 100%;
    min-height: 28px;
    padding: 2px 0;
    border: 0;
    background: none;
    color: ${color.textMuted};
    ${type.xs}
    text-align: start;
  }
  li button:hover {
    color: ${color.text};
    text-decoration: underline;
  }
`;

export const BulkPanel = styled.div`
  position: sticky;
  bottom: ${space[3]};
  z-index: ${zIndex.sticky};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};
  min-height: 52px;
  padding: ${space[2]} ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surfaceRaised};
  box-shadow: var(--shadow-overlay);
  ${type.sm}

  > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[2]};
  }
  > div > span {
    display: contents;
  }
  > div > button:has(small),
  > div > span > button,
  > div > button[aria-haspopup] {
    gap: 6px;
    padding-inline: 4px ${space[2]};
  }
  button small {
    color: ${color.textMuted};
    ${type.xs}
    font-variant-numeric: tabular-nums;
  }
  [data-part='end'] {
    margin-inline-start: auto;
  }
  select {
    width: 142px;
    min-height: ${size.controlSmall};
    padding-block: 0;
  }
`;

export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[2]} ${space[4]};
  color: ${color.textMuted};
  ${type.xs}

  nav {
    align-items: center;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: ${size.controlSmall};
  }
`;

export const Keys = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]} ${space[4]};
  margin-inline-end: auto;

  kbd > svg {
    display: inline;
  }
  kbd + kbd {
    margin-inline-start: ${space[1]};
  }
  @media (hover: none) {
    display: none;
  }
`;

export const DownloadLink = styled.a`
  ${buttonStyles}
`;

export const CellList = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 0;
  margin-top: ${space[2]};

  ${from.md} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: ${space[6]};
  }

  button {
    display: flex;
    justify-content: space-between;
    gap: ${space[3]};
    width: 100%;
    min-height: ${size.control};
    padding: ${space[1]} 0;
    border: 0;
    border-top: 1px solid ${color.border};
    background: none;
    color: ${color.text};
    ${type.sm}
    text-align: start;
  }
  button span:first-child::first-letter {
    text-transform: uppercase;
  }
  [data-verdict='undecided'] {
    color: ${color.textMuted};
  }
  [data-verdict='yes'] {
    color: ${color.accent};
  }
  [data-verdict='yes_if'] {
    color: ${color.warning};
  }
  [data-verdict='no'] {
    color: ${color.danger};
  }
  button span:not(:first-child) {
    flex: none;
    max-width: 55%;
    font-weight: 600;
    text-align: end;
    overflow-wrap: anywhere;
  }
`;

export const TwoColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  align-items: start;

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

export const Fields = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-width: 0;

  h3 {
    ${type.base}
    font-weight: 600;
  }
  ${summaryStyles}
  summary {
    font-weight: 600;
  }
  details > div {
    display: flex;
    flex-direction: column;
    gap: ${space[4]};
    padding-block: ${space[2]};
  }
  [data-part='quiet'] {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

/** Sentences that have left a page, and those that have come. */
export const ChangedText = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  overflow-wrap: anywhere;

  span,
  p {
    color: ${color.textMuted};
    ${type.xs}
  }
  del {
    background: ${color.diffDelBg};
    color: ${color.diffDelText};
    text-decoration: line-through;
  }
  ins {
    background: ${color.diffAddBg};
    color: ${color.diffAddText};
    text-decoration: none;
  }
`;
