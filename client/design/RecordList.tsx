/** List of records: head with a state, text, and a line of times; a record can be short until it is opened. */
import { useState, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { summaryStyles } from './summary.styles.ts';
import { color, from, layout, radius, space, type } from './theme.ts';
import { Bar } from './Bar.ts';
import { IconButton } from './Button.tsx';
import { useMediaQuery } from './useMediaQuery.ts';

/** Rows of 44 px, in the same columns where the list is aligned. */
const compactStyles = css`
  & > li[data-compact] {
    grid-template-columns: minmax(140px, 30%) minmax(0, 1fr) auto auto;
    align-items: center;
    min-height: 44px;
    padding-block: 4px;
  }
  & > li[data-compact] > * {
    grid-column: auto;
    grid-row: 1;
    margin-top: 0;
  }
  & > li[data-compact] > [data-part='head'],
  & > li[data-compact] > [data-in-line] {
    flex-wrap: nowrap;
    gap: ${space[1]};
  }
  & > li[data-compact] > [data-part='head'] {
    gap: ${space[2]};
  }
  & > li[data-compact] > [data-in-line] {
    justify-content: flex-end;
  }
  & > li[data-compact] > small {
    display: block;
    max-width: 210px;
    line-height: 17px;
  }
  & > li[data-compact] > small > span {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* Each stands on a line of its own. */
  & > li[data-compact] > small > * + :is(span, time)::before {
    content: none;
  }
  & > li[data-compact] strong,
  & > li[data-compact] strong > a,
  & > li[data-compact] [data-part='summary'] p {
    display: block;
    min-width: 0;
    overflow: hidden;
    ${type.sm}
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > li[data-compact] strong {
    font-weight: 600;
  }
  & > li[data-compact] [data-part='head'] > :not(strong) {
    flex: none;
    white-space: nowrap;
  }
  & > li[data-compact] [data-part='summary'],
  & > li[data-compact] small {
    color: ${color.textMuted};
    white-space: nowrap;
  }
  & > li[data-compact] [data-part='summary'] p {
    line-height: 17px;
  }
  & > li[data-compact] [data-part='summary'] p[data-whole] {
    white-space: normal;
  }
  /* The badge stands under the name: the texts need the width. */
  &[data-aligned] > li[data-compact] > [data-part='head'] {
    flex-direction: column;
    gap: 1px;
    align-items: flex-start;
  }
  &[data-aligned] > li[data-compact] [data-part='summary'] p:not([data-whole]) {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    white-space: normal;
  }
  &[data-aligned]:has(> li[data-compact]) {
    display: grid;
    grid-template-columns: fit-content(24%) minmax(110px, 1fr) auto auto;

    > li {
      grid-column: 1 / -1;
    }
    > li[data-compact] {
      grid-template-columns: subgrid;
      padding-block: 10px;
    }
  }
`;

/** Rows of 44 px whose cells stand in the columns that `--columns` names; `data-below` takes a line of its own. */
const columnStyles = css`
  &[data-columns] {
    display: grid;
    grid-template-columns: var(--columns);
    column-gap: ${space[4]};
  }
  &[data-columns] > li {
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    column-gap: ${space[4]};
    align-items: center;
    min-height: 44px;
    padding-block: 5px;
  }
  &[data-columns] > li > *,
  &[data-columns] > li > small > * {
    grid-row: 1;
    grid-column: auto;
    min-width: 0;
    margin-top: 0;
    line-height: 17px;
    overflow-wrap: anywhere;
  }
  &[data-columns] > li > small {
    display: contents;
  }
  &[data-columns] > li > small > *::before {
    content: none;
  }
  &[data-columns] > li > [data-below] {
    grid-row: 2;
    grid-column: 1 / -1;
    margin-block: ${space[1]} ${space[2]};
  }
  &[data-columns] > li > [data-in-line] {
    flex-wrap: nowrap;
    justify-content: flex-end;
    gap: ${space[1]};
  }
  &[data-columns] strong {
    ${type.sm}
    font-weight: 600;
    line-height: 17px;
  }
`;

/** Rows are `<li>` with `data-part` head (name and state) and text, and a `<small>` line. */
export const RecordList = styled.ul`
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  ${type.sm}

  &&:empty {
    display: none;
  }
  & > li {
    min-width: 0;
    padding: 10px 14px;
  }
  & > li + li {
    border-top: 1px solid ${color.hair};
  }
  & > li > * + * {
    margin-top: ${space[1]};
  }
  /* The dot between two parts of a line is clipped where the second begins a line. */
  small {
    overflow-x: clip;
  }
  small > * + :is(span, time) {
    position: relative;
  }
  small > * + :is(span, time)::before {
    content: '·';
    position: absolute;
    inset-inline-start: -8px;
  }
  /* The actions stand beside the texts where there is room. */
  ${from.lg} {
    & > li {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      column-gap: ${space[4]};
      align-items: start;
    }
    & > li:not(:has(> [data-in-line])) {
      column-gap: 0;
    }
    & > li > * {
      grid-column: 1;
    }
    & > li > [data-in-line] {
      grid-column: 2;
      grid-row: 1 / span 9;
      align-self: center;
      margin-top: 0;
    }
    & > li > [data-in-line] button,
    & > li > [data-in-line] a {
      min-height: 32px;
      padding-block: 3px;
    }
  }
  /* Where the actions stand below the texts, they share its width. */
  @media (max-width: calc(${layout.breakpoints.lg} - 1px)) {
    & > li[data-row] > [data-in-line] {
      display: grid;
      grid-auto-columns: minmax(0, 1fr);
      grid-auto-flow: column;
      gap: ${space[2]};
      margin-top: ${space[2]};
    }
    & > li[data-row] > [data-in-line]:has(> :nth-child(4)) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      grid-auto-flow: row;
    }
    & > li[data-row] > [data-in-line] button {
      padding-inline: ${space[1]};
    }
    & > li[data-row] > [data-in-line]:empty {
      display: none;
    }
    & > li [data-toggle] {
      margin: -6px -10px -6px 0;
    }
    [data-part='head'] strong > a {
      padding-block: 10px;
      margin-block: -10px;
    }
    [data-part='summary'] p {
      color: ${color.textMuted};
    }
    [data-part='summary'] p:not([data-whole]) {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    &[data-aligned] [data-part='summary'] p:not([data-whole]) {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      white-space: normal;
    }
  }
  /* Elsewhere the actions stand beside the name of their row; on phones several of them have a line of their own. */
  @media (max-width: calc(${layout.breakpoints.lg} - 1px)) {
    &[data-columns] strong {
      ${type.sm}
      font-weight: 600;
    }
    &[data-columns] > li:has(> [data-in-line]) {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      column-gap: ${space[3]};
      align-items: center;
    }
    &[data-columns] > li:has(> [data-in-line]) > :not(:first-child) {
      grid-column: 1 / -1;
    }
    &[data-columns] > li:has(> [data-in-line]) > [data-in-line] {
      grid-row: 1;
      grid-column: 2;
      margin-top: 0;
    }
  }
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    & > li > [data-in-line]:has(> :nth-child(2)) {
      display: grid;
      grid-auto-columns: minmax(0, 1fr);
      grid-auto-flow: column;
      gap: ${space[2]};
      margin-top: ${space[2]};
    }
    & > li:not([data-row]) > [data-in-line]:has(> :nth-child(4)) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      grid-auto-flow: row;
    }
    &[data-columns] > li:has(> [data-in-line]) > [data-in-line]:has(> :nth-child(2)) {
      grid-row: auto;
      grid-column: 1 / -1;
      margin-top: ${space[2]};
    }
    &[data-columns] > li:has(> [data-in-line] > :nth-child(2)) > :first-child {
      grid-column: 1 / -1;
    }
  }
  ${from.lg} {
    ${compactStyles}
    ${columnStyles}
  }
  [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${space[2]};
  }
  [data-part='head']:has(> button) {
    flex-wrap: nowrap;
  }
  [data-part='head'] > button {
    flex: none;
  }
  /* The name on one side, all badges together on the other. */
  [data-part='head'] > :first-child {
    margin-inline-end: auto;
  }
  [data-part='head'][data-near] {
    justify-content: start;
  }
  [data-part='head'][data-near] > :first-child {
    margin-inline-end: 0;
  }
  [data-part='text'] {
    color: ${color.textMuted};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  strong {
    ${type.base}
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  /* A link on a line of its own is as high as a finger needs. */
  & > li > a,
  [data-part='head'] > a,
  strong > a {
    display: inline-block;
    align-self: start;
    min-height: 24px;
    line-height: 24px;
    overflow-wrap: anywhere;
  }
  ${summaryStyles}
  small {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[3]};
    color: ${color.textMuted};
    ${type.xs}
  }
`;

interface RecordRowProps {
  id: string;
  title: ReactNode;
  /** Badges and counts beside the title. */
  badges: ReactNode;
  /** Further badges, while the record is open. */
  moreBadges?: ReactNode;
  /** The record's text in one line. */
  summary: ReactNode;
  /** Under the summary, never cut. */
  note?: ReactNode;
  /** Line of names and times. */
  meta: ReactNode;
  /** Further parts of this line, while the record is open. */
  moreMeta?: ReactNode;
  actions: ReactNode;
  /** Further actions, while the record is open. */
  moreActions?: ReactNode;
  /** Label of the button that opens it. */
  openLabel: string;
  /** The whole text. */
  children: ReactNode;
}

/** Record of a RecordList: short until it is opened. */
export function RecordRow(props: RecordRowProps) {
  const isWide = useMediaQuery(`(min-width: ${layout.breakpoints.lg})`);
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  const toggle = (
    <IconButton
      variant="ghost"
      size="small"
      data-toggle=""
      aria-expanded={isOpen}
      label={props.openLabel}
      icon={<Chevron size={16} aria-hidden="true" />}
      onClick={() => setOpen(!isOpen)}
    />
  );
  return (
    <li data-row data-id={props.id} data-compact={isOpen ? undefined : ''} tabIndex={-1}>
      <div data-part="head">
        <strong>{props.title}</strong>
        {isOpen ? props.moreBadges : null}
        {props.badges}
        {isWide ? null : toggle}
      </div>
      {isOpen ? (
        props.children
      ) : (
        <div data-part="summary">
          {props.summary ? <p>{props.summary}</p> : null}
          {props.note ? <p data-whole="">{props.note}</p> : null}
        </div>
      )}
      <small>
        {props.meta}
        {isOpen ? props.moreMeta : null}
      </small>
      <Bar>
        {props.actions}
        {isOpen ? props.moreActions : null}
        {isWide ? toggle : null}
      </Bar>
    </li>
  );
}
