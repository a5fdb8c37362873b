/** Panel of a plot: name, finding, plot, its tables behind a button, and a table to download. */
import { useId, useState, type ReactNode } from 'react';
import { Download, Table2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { DownloadLink, Note, Panel, Tables } from './insights.styles.ts';
import { useFigures, type PlotTable } from './useFigures.ts';

export interface PlotPanelProps {
  /** As the server names it. */
  plot: 'adoption' | 'rising_and_fading' | 'use_cases' | 'missing' | 'access' | 'health';
  /** Query string of the CSV download, such as `days=90&company=gdev`. */
  query: string;
  /** One sentence with the number that matters. */
  finding?: ReactNode;
  tables: readonly PlotTable[];
  /** Shown instead of the plot where there are no figures. */
  empty: string | null;
  /** First day of the data, when it begins within the period. */
  beginsOn?: string | null;
  children: ReactNode;
}

const icon = { size: 14, 'aria-hidden': true } as const;

export function PlotPanel(props: PlotPanelProps) {
  const { plot, query, finding, tables, empty, beginsOn, children } = props;
  const { t } = useTranslation('insights');
  const { day } = useFigures();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const title = t(`plots.${plot}`);
  return (
    <Panel aria-labelledby={id}>
      <div data-part="head">
        <div>
          <h2 id={id}>{title}</h2>
          {finding && !empty ? <p>{finding}</p> : null}
        </div>
        {empty ? null : (
          <>
            <Button
              size="small"
              aria-label={t('tableOf', { plot: title })}
              aria-expanded={isOpen}
              aria-controls={`${id}-tables`}
              icon={<Table2 {...icon} />}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('table')}
            </Button>
            <DownloadLink
              data-size="small"
              data-no-print=""
              aria-label={t('csvOf', { plot: title })}
              href={`/api/v1/admin/insights/table?plot=${plot}&${query}`}
              download
            >
              <Download {...icon} />
              CSV
            </DownloadLink>
          </>
        )}
      </div>
      {empty ? <p data-part="empty">{empty}</p> : children}
      {beginsOn ? <Note>{t('beginsOn', { date: day(beginsOn) })}</Note> : null}
      {empty ? null : (
        <Tables id={`${id}-tables`} data-closed={isOpen ? undefined : ''}>
          {tables.map((table) => (
            <Figures key={table.caption} table={table} />
          ))}
        </Tables>
      )}
    </Panel>
  );
}

/** A table in a frame that scrolls; the frame takes the focus, so that the arrow keys scroll it. */
function Figures({ table: { caption, columns, rows } }: { table: PlotTable }) {
  const { cell } = useFigures();
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a frame that scrolls must be reachable by keyboard
    <div role="region" aria-labelledby={id} tabIndex={0}>
      <table>
        <caption id={id}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two services may have one name
              <th key={place} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], row) => (
            // oxlint-disable-next-line react/no-array-index-key -- two services may have one name
            <tr key={row}>
              <th scope="row">{cell(name)}</th>
              {cells.map((one, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column has no other name
                <td key={place}>{cell(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
