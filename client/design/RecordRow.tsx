/** Record of a RecordList: short until it is opened. */
import { useState, type ReactNode } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Bar } from './Bar.ts';
import { IconButton } from './IconButton.tsx';
import { layout } from './theme.ts';
import { useMediaQuery } from './useMediaQuery.ts';

export interface RecordRowProps {
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
  /** Label of the button that opens it. */
  openLabel: string;
  /** The whole text. */
  children: ReactNode;
}

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
        {isWide ? toggle : null}
      </Bar>
    </li>
  );
}
