/** Inconsistencies with the bookmarks provider at /admin/inconsistencies. */
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../app/singleKeys.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Inconsistencies } from '../features/inconsistencies/Inconsistencies.tsx';
import { NoInconsistencies } from '../features/sync/NoInconsistencies.tsx';

export function AdminInconsistenciesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.inconsistencies')}</VisuallyHidden>
      <Inconsistencies singleKeys={useSingleKeys()} emptyHint={<NoInconsistencies />} />
    </>
  );
}
