/** Foot of the rules matrix: keys, number of services and pages. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Bar } from '../../design/Bar.ts';
import type { MatrixUrl } from './matrixUrl.ts';
import { Foot, Keys } from './rules.styles.ts';

/** Services of one page. */
export const pageSize = 50;

const keys = [
  [['↑', '↓', '←', '→'], 'cells'],
  [['Enter'], 'menu'],
  [['Shift', '␣'], 'row'],
  [['Ctrl', 'D'], 'fill'],
  [['Ctrl', 'C', 'V'], 'sheets'],
  [['Ctrl', 'Z'], 'undo'],
] as const;

export interface MatrixFootProps {
  url: MatrixUrl;
  total: number;
  /** Services on this page. */
  shown: number;
  showsKeys: boolean;
}

export function MatrixFoot({ url, total, shown, showsKeys }: MatrixFootProps) {
  const { t } = useTranslation('rules');
  const { page } = url.state;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Foot>
      {showsKeys ? (
        <Keys>
          {keys.map(([caps, name]) => (
            <span key={name}>
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}{' '}
              {t(`keys.${name}`)}
            </span>
          ))}
        </Keys>
      ) : null}
      <span>{t('shown', { count: total, shown })}</span>
      {pages > 1 ? (
        <Bar as="nav" aria-label={t('pages')}>
          {page > 1 ? <Link to={`?${url.format({ page: page - 1 })}`}>{t('previous')}</Link> : null}
          <span>{t('page', { page, pages })}</span>
          {page < pages ? <Link to={`?${url.format({ page: page + 1 })}`}>{t('next')}</Link> : null}
        </Bar>
      ) : null}
    </Foot>
  );
}
