/** Segmented control: one of a few choices side by side, or a select where they have no room. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Select } from './Select.tsx';
import { useMediaQuery } from './useMediaQuery.ts';
import { color, layout, radius, size, space, transition, type } from './theme.ts';

const Root = styled.div`
  display: inline-flex;
  /* No wider than its choices, also in a column. */
  width: fit-content;
  max-width: 100%;
  /* An outline takes no room: the segments are as high as every control. */
  outline: 1px solid ${color.control};
  outline-offset: -1px;
  border-radius: ${radius.sm};
  background: ${color.surface};
  overflow: auto hidden;
`;

const Segment = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  gap: ${space[1]};
  min-width: max(36px, ${size.controlSmall});
  min-height: ${size.controlSmall};
  padding: 0 11px;
  border: 0;
  background: transparent;
  color: ${color.textMuted};
  ${type.xs}
  font-weight: 500;
  white-space: nowrap;
  ${transition('background-color', 'color')}

  &:hover {
    background: ${color.surfaceHover};
    color: ${color.text};
  }
  &[aria-pressed='true'] {
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
    font-weight: 650;
  }
  &:focus-visible {
    outline-offset: -4px;
    outline-color: currentColor;
  }
  @media (forced-colors: active) {
    &[aria-pressed='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;

interface SegmentOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Set when the label alone does not say what it is. */
  name?: string;
  /** Language of the label. */
  lang?: string;
  /** Its words in a select, where the label is no text. */
  text?: string;
}

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  value: Value;
  options: ReadonlyArray<SegmentOption<Value>>;
  onChange: (value: Value) => void;
  /** Shows a select on a phone. */
  isFoldable?: boolean;
}

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const isNarrow = useMediaQuery(`(max-width: calc(${layout.breakpoints.md} - 1px))`);
  if (isNarrow && props.isFoldable)
    return (
      <Select
        aria-label={props.label}
        value={props.value}
        options={props.options.map(({ value, label, text }) => ({
          value,
          label: text ?? (typeof label === 'string' ? label : value),
        }))}
        onChange={props.onChange}
      />
    );
  return (
    <Root role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <Segment
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          aria-label={option.name}
          lang={option.lang}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </Segment>
      ))}
    </Root>
  );
}
