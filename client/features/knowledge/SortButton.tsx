/** The order of the catalogue: popular first, popular last, by title, and round again (specification, section 4). */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import type { Sort } from './catalogueUrl.ts';

const following: Record<Sort, Sort> = { desc: 'asc', asc: 'none', none: 'desc' };
const labels = { desc: 'labelDesc', asc: 'labelAsc', none: 'labelNone' } as const;

export function SortButton({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useTranslation('dashboard');
  return (
    <Button aria-label={t(`sort.${labels[sort]}`)} onClick={() => onChange(following[sort])}>
      {t(`sort.${sort}`)}
    </Button>
  );
}
