/** Drawing of a plot at the width of its panel: scales, axes and legend. Its figures are in the table; the drawing is one image. */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Line } from '@visx/shape';
import { color } from '../../design/theme.ts';
import { dayMs } from '../../i18n/formats.ts';
import { useFigures } from './useFigures.ts';
import { Legend } from './insights.styles.ts';

/** Least room of a tick's words. */
const tickWidth = { month: 44, day: 60, duration: 56 };
/** Up to so many weeks, days say more than months. */
const fewWeeks = 9;

/** Weeks that get a tick: the first of each month, or single days when there are few weeks. */
function monthTicks(
  weeks: readonly string[],
  width: number,
): { ticks: string[]; isMonths: boolean } {
  const isMonths = weeks.length > fewWeeks;
  const wanted = isMonths
    ? weeks.filter((week, place) => place > 0 && week.slice(0, 7) !== weeks[place - 1]?.slice(0, 7))
    : weeks;
  const room = Math.max(1, Math.floor(width / tickWidth[isMonths ? 'month' : 'day']));
  const step = Math.ceil(wanted.length / room);
  return { ticks: wanted.filter((_week, place) => place % step === 0), isMonths };
}

export const weekScale = (weeks: readonly string[], from: number, to: number) =>
  scaleBand<string>({ domain: [...weeks], range: [from, to], padding: 0.25 });

export const countScale = (greatest: number, bottom: number, top: number) =>
  scaleLinear<number>({ domain: [0, Math.max(greatest, 1)], range: [bottom, top], nice: 4 });

/** Without the week that is still running: its unfinished number would read as a fall. */
export function completeWeeks<Week extends { weekStart: string }>(
  weeks: readonly Week[],
  until: string,
): readonly Week[] {
  const last = weeks.at(-1);
  const isRunning = last && Date.parse(last.weekStart) + 7 * dayMs > Date.parse(until);
  return isRunning && weeks.length > 2 ? weeks.slice(0, -1) : weeks;
}

/** Moves labels apart, from the lowest on, so that each is at least `gap` above the one before. */
export function spreadLabels(places: readonly number[], gap: number, bottom: number): number[] {
  const spread: number[] = [];
  let below = bottom + gap;
  for (const place of places) {
    below = Math.min(place, below - gap);
    spread.push(below);
  }
  return spread;
}

/** Ticks of a scale of hours, in the unit that suits its greatest value. */
export function durationScale(greatestHours: number, from: number, to: number) {
  const unit = greatestHours > 48 ? 'day' : 'hour';
  const hours = unit === 'day' ? 24 : 1;
  const scale = scaleLinear<number>({
    domain: [0, Math.max(greatestHours / hours, 1)],
    range: [from, to],
    nice: 3,
  });
  const whole = scale.ticks(3).filter(Number.isInteger);
  const apart = scale(whole[1] ?? 1) - scale(0);
  const step = Math.max(1, Math.ceil(tickWidth.duration / apart));
  return {
    unit,
    x: (value: number) => scale(value / hours),
    ticks: whole
      .filter((_value, place) => place % step === 0)
      .map((value) => ({ value, x: scale(value) })),
  } as const;
}

interface DrawingProps {
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

interface AxesProps {
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

/** Marks differ in form and not only in colour. */
type MarkForm = 'solid' | 'hollow' | 'line' | 'dot' | 'ring';

interface PlotLegendProps {
  /** Unit of the values, shown before the marks. */
  title?: string;
  marks: ReadonlyArray<{ form?: MarkForm; ink: string; label: string }>;
}

/** Legend of a plot: mark and words of each series, also with its number. */
export function PlotLegend({ title, marks }: PlotLegendProps) {
  return (
    <Legend>
      {title ? <li>{title}</li> : null}
      {marks.map(({ form = 'solid', ink, label }) => (
        <li key={label}>
          <svg width={12} height={12} aria-hidden="true">
            <Mark form={form} ink={ink} />
          </svg>
          {label}
        </li>
      ))}
    </Legend>
  );
}

function Mark({ form, ink }: { form: MarkForm; ink: string }) {
  if (form === 'line') return <line y1={6} x2={12} y2={6} stroke={ink} strokeWidth={2.5} />;
  if (form === 'dot') return <circle cx={6} cy={6} r={5} fill={ink} />;
  if (form === 'ring')
    return <circle cx={6} cy={6} r={4.5} fill={color.surface} stroke={ink} strokeWidth={2} />;
  return (
    <rect
      x={1.5}
      y={1.5}
      width={9}
      height={9}
      rx={2}
      fill={form === 'hollow' ? color.surface : ink}
      stroke={ink}
      strokeWidth={1.5}
    />
  );
}
