/** Styles of the inconsistency review. */
import { styled } from 'styled-components';
import { color, from, layout, radius, size, space, type, zIndex } from '../../design/theme.ts';

/** Element without a box of its own that only catches focus events. */
export const FocusScope = styled.div`
  display: contents;
`;

export const ListAndDetail = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  align-items: start;

  ${from.lg} {
    grid-template-columns: 264px minmax(0, 1fr);
  }
`;

export const Filters = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};
`;

export const List = styled.ul`
  display: flex;
  flex-direction: column;
  overflow: auto;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  ${from.lg} {
    position: sticky;
    top: calc(${size.header} + ${space[3]});
    max-height: calc(100dvh - ${size.header} - ${space[6]});
  }
  li + li {
    border-top: 1px solid ${color.border};
  }
  li {
    display: flex;
    align-items: stretch;
  }
  li:hover,
  li[data-chosen] {
    background: ${color.surfaceHover};
  }
  li[data-chosen] {
    box-shadow: inset 3px 0 ${color.ember};
  }
  /* A click beside the checkbox must toggle it and not open the row. */
  label {
    flex: none;
    padding: ${space[3]} ${space[2]} ${space[3]} ${space[3]};
    cursor: pointer;
  }
  input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: ${color.accent};
    cursor: inherit;
  }
  a {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: 2px;
    padding: ${space[2]} ${space[3]};
    color: ${color.text};
    ${type.sm}
    text-decoration: none;
    overflow-wrap: anywhere;
    content-visibility: auto;
  }
  label + a {
    padding-inline-start: ${space[2]};
  }
  a:focus-visible {
    outline-offset: -3px;
  }
  small {
    color: ${color.textMuted};
    ${type.xs}
  }
  small[data-failed] {
    color: ${color.danger};
  }
`;

export const Detail = styled.article`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-width: 0;
  padding: ${space[4]};
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    padding-bottom: 132px;
  }
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
    color: ${color.textMuted};
    ${type.sm}
  }
  h3 {
    overflow-wrap: anywhere;
  }
  h4 {
    margin-bottom: ${space[2]};
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 600;
  }
  [data-part='body'] {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
    overflow-wrap: anywhere;
  }
  [data-part='tools'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[4]};
    ${type.sm}
  }
  [data-part='tools'] > p {
    flex: 1 1 auto;
    color: ${color.textMuted};
  }
  [data-part='summary']::first-letter {
    text-transform: uppercase;
  }
  [data-part='text'] {
    white-space: pre-wrap;
  }
  [data-part='text'] i {
    color: ${color.textMuted};
    font-style: normal;
  }
  del,
  ins {
    border-radius: 3px;
  }
  del + ins {
    margin-inline-start: 0.25em;
  }
  del {
    background: ${color.diffDelBg};
    color: ${color.diffDelText};
    text-decoration: line-through;
  }
  ins {
    background: ${color.diffAddBg};
    color: ${color.diffAddText};
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

export const Columns = styled.div`
  display: grid;
  gap: ${space[3]};

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  & > div {
    min-width: 0;
    padding: ${space[3]};
    border: 1px solid ${color.border};
    border-radius: ${radius.sm};
  }
`;

export const TagRow = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};

  del,
  ins {
    display: inline-block;
    padding: 4px 10px;
  }
`;

export const Picture = styled.div`
  display: grid;
  place-items: center;
  height: 200px;
  margin-bottom: ${space[2]};
  border: 1px dashed ${color.borderStrong};
  border-radius: ${radius.sm};
  background: ${color.surfaceSunken};
  color: ${color.textMuted};
  ${type.sm}

  img {
    width: 100%;
    height: 198px;
    object-fit: contain;
  }
`;

/** The decisions with their consequences, at the foot of the screen and never under a message. */
export const DecisionBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: ${space[2]} ${space[3]};
  position: sticky;
  bottom: 0;
  z-index: 1;
  margin: 0 calc(-1 * ${space[4]}) calc(-1 * ${space[4]});
  padding: ${space[3]} ${space[4]};
  border-top: 1px solid ${color.border};
  border-radius: 0 0 ${radius.md} ${radius.md};
  background: ${color.surfaceSunken};

  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    position: fixed;
    inset: auto 0 0;
    z-index: ${zIndex.sticky};
    margin: 0;
    padding: ${space[2]} var(--gutter);
    border-radius: 0;
    > div {
      flex: 1;
    }
    button {
      width: 100%;
    }
  }
  [data-decision='delete'] {
    ${from.md} {
      margin-inline-start: auto;
    }
  }
  kbd {
    display: none;
    ${from.md} {
      display: inline-block;
    }
  }
  p {
    max-width: 34ch;
    margin-top: ${space[1]};
    color: ${color.textMuted};
    ${type.xs}
  }
`;
