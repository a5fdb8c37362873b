/** Accounts at /admin/people. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { People } from '../features/people/People.tsx';

export function AdminPeoplePage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.people')}</VisuallyHidden>
      <People />
    </>
  );
}
