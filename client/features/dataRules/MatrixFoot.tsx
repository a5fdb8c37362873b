/** Foot of the rules matrix: keys, number of services and pages. */
import type { ReactNode } from 'react';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Bar } from '../../design/Bar.ts';
import type { MatrixUrl } from './matrixUrl.ts';
import { Foot, Keys } from './rules.styles.ts';

const arrows: Record<string, ReactNode> = {
  ArrowUp: <ArrowUp size={12} aria-label="↑" />,
  ArrowDown: <ArrowDown size={12} aria-label="↓" />,
  ArrowLeft: <ArrowLeft size={12} aria-label="←" />,
  ArrowRight: <ArrowRight size={12} aria-label="→" />,
};

/** Services of one page. */
export const pageSize = 50;

/** Names of keys; an arrow key is shown by its icon. */
const keys = [
  [['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], 'cells'],
  [['Enter'], 'menu'],
  [['Shift', 'Space'], 'row'],
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
  const linkTo = (other: number) => ({
    to: `?${url.format({ page: other })}`,
    onClick: () => scrollTo(0, 0),
  });
  return (
    <Foot>
      {showsKeys ? (
        <Keys>
          {keys.map(([caps, name]) => (
            <span key={name}>
              {caps.map((cap) => (
                <kbd key={cap}>{arrows[cap] ?? cap}</kbd>
              ))}{' '}
              {t(`keys.${name}`)}
            </span>
          ))}
        </Keys>
      ) : null}
      <span>{t('shown', { count: total, shown })}</span>
      {pages > 1 ? (
        <Bar as="nav" aria-label={t('pages')}>
          {page > 1 ? <Link {...linkTo(page - 1)}>{t('previous')}</Link> : null}
          <span>{t('page', { page, pages })}</span>
          {page < pages ? <Link {...linkTo(page + 1)}>{t('next')}</Link> : null}
        </Bar>
      ) : null}
    </Foot>
  );
}
