/** Chips: choices in a row, and removable tags. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { X } from 'lucide-react';
import { css, styled } from 'styled-components';
import { color, from, radius, size, space, transition, type } from './theme.ts';

const chipStyles = css`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  min-height: ${size.control};
  padding: 6px 14px;
  border: 1px solid ${color.control};
  border-radius: ${radius.sm};
  background: ${color.surface};
  color: ${color.text};
  ${type.sm}
  white-space: nowrap;
  ${transition('background-color', 'border-color', 'color')}

  ${from.md} {
    min-height: 36px;
  }
  &:hover {
    background: ${color.surfaceHover};
  }
  &[aria-pressed='true'],
  &[aria-expanded='true'],
  &[data-chosen] {
    border-color: ${color.accent};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  @media (forced-colors: active) {
    &[aria-pressed='true'],
    &[aria-expanded='true'],
    &[data-chosen] {
      border-color: Highlight;
    }
  }
`;

const Root = styled.button`
  ${chipStyles}
`;

const Removable = styled.span`
  ${chipStyles}
  max-width: 100%;
  white-space: normal;
  overflow-wrap: anywhere;
  padding: 0 0 0 12px;

  button {
    display: grid;
    flex: none;
    place-items: center;
    width: ${size.control};
    height: ${size.control};
    margin: -1px;
    padding: 0;
    border: 0;
    border-radius: 6px;
    background: transparent;
    color: inherit;
  }
  button:hover {
    background: ${color.surfaceHover};
  }
  ${from.md} {
    padding: 4px 4px 4px 12px;
    button {
      width: 28px;
      height: 28px;
      margin: 0;
    }
  }
`;

/** A choice: give it `aria-pressed`, or `aria-expanded` when it opens something. */
export function Chip(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <Root type="button" {...props} />;
}

export interface RemovableChipProps {
  children: ReactNode;
  /** The name of the button that takes it away: “Remove tag music”. */
  removeLabel: string;
  onRemove: () => void;
}

export function RemovableChip({ children, removeLabel, onRemove }: RemovableChipProps) {
  return (
    <Removable data-chosen="">
      {children}
      <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </button>
    </Removable>
  );
}
