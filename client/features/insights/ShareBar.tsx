/** Bar of a share, in a row that says its number. */
import { Bar } from '@visx/shape';
import { color } from '../../design/theme.ts';

export interface ShareBarProps {
  /** From 0 to 1. */
  share: number;
  ink: string;
  isHollow?: boolean;
}

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
