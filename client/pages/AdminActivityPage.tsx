/** /admin/activity: who changed what. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { ActivityList } from '../features/activity/ActivityList.tsx';

export function AdminActivityPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.activity')}</VisuallyHidden>
      <ActivityList />
    </>
  );
}
