/** /admin/wishes: what the search lacks. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Wishes } from '../features/wishes/Wishes.tsx';

export function AdminWishesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.wishes')}</VisuallyHidden>
      <Wishes />
    </>
  );
}
