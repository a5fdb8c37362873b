/** Styles of the wizard. */
import { css, styled } from 'styled-components';
import { Panel } from '../../design/Card.tsx';
import { color, from, radius, space, transition, type } from '../../design/theme.ts';

/** Entries without services. They can be chosen, so their texts stay readable. */
const emptyLook = css`
  button[data-empty] {
    border-style: dashed;
    color: ${color.textMuted};
  }
  button[data-empty] [data-part='emoji'] {
    opacity: 0.5;
  }
`;

/** One row: it scrolls sideways until all eight fit. */
export const Categories = styled.ul`
  display: flex;
  gap: ${space[2]};
  margin-inline: calc(-1 * var(--gutter));
  margin-block: -3px;
  /* Room after the last one, so that the fading edge covers none of it at the end. */
  padding: 3px 40px 3px var(--gutter);
  overflow-x: auto;
  scroll-padding-inline: var(--gutter) 40px;
  scroll-snap-type: x proximity;
  scrollbar-width: none;
  mask-image: linear-gradient(to right, #000 calc(100% - 40px), transparent);

  ${emptyLook}
  li {
    flex: none;
    scroll-snap-align: start;
  }
  ${from.lg} {
    display: grid;
    grid-template-columns: repeat(8, minmax(0, auto));
    padding-right: var(--gutter);
    overflow: visible;
    mask-image: none;
  }
  ${from.xl} {
    grid-template-columns: repeat(8, minmax(0, 1fr));
  }
`;

export const CategoryButton = styled.button`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space[2]};
  width: 100%;
  height: var(--wizard-height);
  padding: 0 14px;
  border: 1px solid ${color.border};
  border-radius: 10px;
  background: ${color.surface};
  color: ${color.text};
  ${type.sm}
  font-weight: 550;
  white-space: nowrap;
  ${transition('background-color', 'border-color')}

  ${from.lg} {
    padding: 0 6px;
  }
  svg {
    flex: none;
    color: ${color.accent};
  }
  &:hover {
    background: ${color.surfaceHover};
  }
  &[data-chosen],
  &[aria-expanded='true'] {
    border-color: ${color.accent};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  @media (forced-colors: active) {
    &[data-chosen] {
      border-color: Highlight;
    }
  }
`;

/** The way to the open level, and the way out of it. */
export const PathBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[1]} ${space[3]};
  margin-block: -6px;
  ${type.sm}
  font-weight: 600;

  & > button:first-child {
    flex: 1;
    min-height: 40px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.link};
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
`;

export const Levels = styled(Panel)`
  /* As quiet as the line icons beside which they stand. */
  [data-part='emoji'] {
    filter: grayscale(1);
  }
  display: grid;
  gap: ${space[4]};
`;

/** Subcategories and tasks: one below the other, two columns where there is room. */
export const LevelLists = styled.div`
  ${emptyLook}
  display: grid;
  gap: ${space[4]};

  [data-part='subcategories'] {
    display: flex;
    flex-wrap: wrap;
    align-content: flex-start;
    gap: ${space[2]};
  }
  [data-part='tasks'] {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
    gap: ${space[2]};
  }
  ${from.md} {
    &[data-two] {
      grid-template-columns: minmax(180px, 1fr) 3fr;
    }
    &[data-two] [data-part='subcategories'] {
      flex-flow: column nowrap;
      align-items: stretch;
    }
    &[data-two] [data-part='subcategories'] button {
      width: 100%;
    }
  }
`;

export const TaskButton = styled.button`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: start;
  gap: 2px ${space[3]};
  width: 100%;
  height: 100%;
  padding: ${space[3]};
  border: 1px solid ${color.border};
  border-radius: ${radius.sm};
  background: ${color.surface};
  color: ${color.text};
  ${type.sm}
  text-align: start;
  ${transition('background-color', 'border-color')}

  &:hover {
    background: ${color.surfaceHover};
  }
  &[aria-pressed='true'] {
    border-color: ${color.accent};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  strong {
    font-weight: 600;
  }
  small {
    grid-column: 2;
    color: ${color.textMuted};
    ${type.xs}
  }
  &[aria-pressed='true'] small {
    color: inherit;
  }
`;
