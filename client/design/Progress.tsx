/** Progress bars: one with two ticks for the user's progress, a plain one for counted work. */
import { styled } from 'styled-components';
import { color, transition } from './theme.ts';

/** Filled from the left, with a gap at 10 and at 55. */
const Track = styled.span`
  position: relative;
  display: inline-block;
  flex: none;
  width: 72px;
  height: 6px;
  overflow: hidden;
  border-radius: 3px;
  background: ${color.border};

  span {
    display: block;
    height: 100%;
    background: ${color.accent};
    ${transition('width')}
  }
  &::before,
  &::after {
    content: '';
    position: absolute;
    inset-block: 0;
    left: 10%;
    width: 2px;
    background: ${color.surface};
  }
  &::after {
    left: 55%;
  }
  @media (forced-colors: active) {
    outline: 1px solid CanvasText;
    span {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;

export interface ProgressProps {
  /** 10, 55 or 100. */
  value: number;
  label: string;
  /** The value in words: “55 of 100”. */
  valueText: string;
}

export function Progress({ value, label, valueText }: ProgressProps) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={valueText}
    >
      <span style={{ width: `${value}%` }} />
    </Track>
  );
}

const Line = styled.div`
  height: 8px;
  overflow: hidden;
  border: 1px solid ${color.borderStrong};
  border-radius: 4px;
  background: ${color.surfaceSunken};

  span {
    display: block;
    height: 100%;
    background: ${color.accent};
  }
`;

/** A plain bar for counted work; without `total` it only says that work goes on. */
export function WorkProgress({
  done,
  total,
  label,
}: {
  done: number;
  total: number | null;
  label: string;
}) {
  const share = total && total > 0 ? Math.min(100, (done / total) * 100) : null;
  return (
    <Line
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total ?? undefined}
      aria-valuenow={total ? done : undefined}
    >
      <span style={{ width: `${share ?? 100}%`, opacity: share === null ? 0.6 : 1 }} />
    </Line>
  );
}
