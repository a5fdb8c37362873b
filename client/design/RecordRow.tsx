/** Record of a RecordList: one line until it is opened; below 1024 px it is always open. */
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
  const [isToggled, setToggled] = useState(false);
  const isOpen = isToggled || !isWide;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <li data-row data-id={props.id} data-compact={isOpen ? undefined : ''} tabIndex={-1}>
      <div data-part="head">
        <strong>{props.title}</strong>
        {isOpen ? props.moreBadges : null}
        {props.badges}
      </div>
      {isOpen ? props.children : <p data-part="summary">{props.summary}</p>}
      <small>
        {props.meta}
        {isOpen ? props.moreMeta : null}
      </small>
      <Bar>
        {props.actions}
        {isWide ? (
          <IconButton
            variant="ghost"
            size="small"
            aria-expanded={isOpen}
            label={props.openLabel}
            icon={<Chevron size={16} aria-hidden="true" />}
            onClick={() => setToggled(!isToggled)}
          />
        ) : null}
      </Bar>
    </li>
  );
}
