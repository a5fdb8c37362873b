/** Progress bars: three notches for the user's progress, a plain bar for counted work. */
import { styled } from 'styled-components';
import { color } from './theme.ts';

const Track = styled.div`
  display: grid;
  grid-template-columns: 10fr 45fr 45fr;
  gap: 3px;
  height: 10px;
`;

const Notch = styled.span`
  border: 1px solid ${color.borderStrong};
  border-radius: 2px;
  background: ${color.surfaceSunken};
  transform: skewX(-18deg);

  &[data-filled] {
    border-color: ${color.accent};
    background: ${color.accent};
  }
  &[data-flash] {
    animation: notch-flash 240ms ease-out;
  }
  @keyframes notch-flash {
    from {
      background: ${color.ember};
      box-shadow: 0 0 0 4px ${color.emberSoft};
    }
  }
  @media (forced-colors: active) {
    &[data-filled] {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;

export interface ProgressProps {
  /** 10, 55 or 100. */
  value: number;
  /** Whether each of the two steps is done, in display order. */
  steps: readonly [boolean, boolean];
  label: string;
  /** The value in words: “55 of 100”. */
  valueText: string;
  /** The last step has just been done: the notches of both flash once. */
  flash?: boolean;
}

export function Progress({ value, steps, label, valueText, flash = false }: ProgressProps) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={valueText}
    >
      <Notch data-filled="" />
      {steps.map((done, index) => (
        // The two notches never change places.
        <Notch
          key={index === 0 ? 'written' : 'liked'}
          data-filled={done ? '' : undefined}
          data-flash={flash ? '' : undefined}
        />
      ))}
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
