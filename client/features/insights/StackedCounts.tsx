/** Parts of a sum in one bar, or of a whole; the legend says their numbers, in the order of the bar. */
import { Bar } from '@visx/shape';
import { color } from '../../design/theme.ts';
import { PlotLegend } from './Drawing.tsx';
import { useFigures } from './useFigures.ts';

interface StackedCountsProps {
  /** The value is null when it is withheld. */
  parts: ReadonlyArray<{ label: string; value: number | null; ink: string }>;
}

const sumOfParts = (parts: StackedCountsProps['parts']): number =>
  parts.reduce((sum, { value }) => sum + (value ?? 0), 0);

export function StackedCounts({ parts }: StackedCountsProps) {
  const { count } = useFigures();
  const total = sumOfParts(parts);
  return (
    <>
      {total > 0 && parts.every(({ value }) => value !== null) ? (
        <svg width="100%" height={20} aria-hidden="true">
          {parts.map(({ label, value, ink }, place) => {
            const start = sumOfParts(parts.slice(0, place));
            return (
              <Bar
                key={label}
                x={`${(start / total) * 100}%`}
                width={`${((value ?? 0) / total) * 100}%`}
                height={20}
                fill={ink}
                stroke={color.surface}
                strokeWidth={2}
              />
            );
          })}
        </svg>
      ) : null}
      <PlotLegend
        marks={parts.map(({ label, value, ink }) => ({ ink, label: `${label}: ${count(value)}` }))}
      />
    </>
  );
}

interface ShareBarProps {
  /** From 0 to 1. */
  share: number;
  ink: string;
  isHollow?: boolean;
}

/** Bar of a share, in a row that says its number. */
export function ShareBar({ share, ink, isHollow = false }: ShareBarProps) {
  return (
    <svg height={10} aria-hidden="true">
      <Bar width="100%" height={10} rx={2} fill={color.hair} />
      <Bar
        width={`${share * 100}%`}
        height={10}
        rx={2}
        fill={isHollow ? color.surface : ink}
        stroke={ink}
        strokeWidth={isHollow ? 2 : 0}
      />
    </svg>
  );
}
