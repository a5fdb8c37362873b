/** Drawing of a plot at the width of its panel, with axes. Its figures are in the table; the drawing is one image. */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { AxisBottom, AxisLeft } from '@visx/axis';
import type { scaleBand, scaleLinear } from '@visx/scale';
import { Line } from '@visx/shape';
import { color } from '../../design/theme.ts';
import { monthTicks } from './plotGeometry.ts';
import { useFigures } from './useFigures.ts';

export interface DrawingProps {
  /** Accessible name. */
  label: string;
  height: number;
  /** Draws at a width in pixels: letters keep their size at every width. */
  children: (width: number) => ReactNode;
}

/** Width where nothing can be measured, as in a test. */
const usualWidth = 448;

export function Drawing({ label, height, children }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(usualWidth);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth || usualWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} data-part="drawing">
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
        {children(width)}
      </svg>
    </div>
  );
}

/** Room of the axes around a plot. */
export const margin = { top: 8, bottom: 24, left: 34 };

export interface AxesProps {
  /** Mondays of weeks. */
  x: ReturnType<typeof scaleBand<string>>;
  y: ReturnType<typeof scaleLinear<number>>;
}

const tick = ({ x, y, formattedValue }: { x: number; y: number; formattedValue?: string }) => (
  <text x={x} y={y} textAnchor="middle">
    {formattedValue}
  </text>
);
const numberTick = ({
  x,
  y,
  formattedValue,
}: {
  x: number;
  y: number;
  formattedValue?: string;
}) => (
  <text x={x} y={y} dy="0.33em" textAnchor="end">
    {formattedValue}
  </text>
);

/** Weeks below the plot, whole numbers and lines behind it. */
export function Axes({ x, y }: AxesProps) {
  const { number, shortDay, month } = useFigures();
  const [left, right] = x.range();
  const weeks = x.domain();
  const { ticks, isMonths } = monthTicks(weeks, right - left);
  const numbers = y.ticks(4).filter(Number.isInteger);
  return (
    <>
      {numbers.map((value) => (
        <Line
          key={value}
          from={{ x: left, y: y(value) }}
          to={{ x: right, y: y(value) }}
          stroke={value === 0 ? color.borderStrong : color.hair}
        />
      ))}
      <AxisLeft
        scale={y}
        left={left}
        tickValues={numbers}
        tickFormat={(value) => number(Number(value))}
        tickComponent={numberTick}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        scale={x}
        top={y(0)}
        tickValues={ticks}
        tickFormat={isMonths ? month : shortDay}
        tickComponent={tick}
        hideAxisLine
        hideTicks
      />
    </>
  );
}
