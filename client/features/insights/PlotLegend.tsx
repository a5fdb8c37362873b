/** Legend of a plot: mark and words of each series, also with its number. */
import { color } from '../../design/theme.ts';
import { Legend } from './insights.styles.ts';

/** Marks differ in form and not only in colour. */
type MarkForm = 'solid' | 'hollow' | 'line' | 'dot' | 'ring';

export interface PlotLegendProps {
  /** Unit of the values, shown before the marks. */
  title?: string;
  marks: ReadonlyArray<{ form?: MarkForm; ink: string; label: string }>;
}

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
