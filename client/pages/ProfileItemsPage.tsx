/** Services that the reader uses, at /profile/knowledge. */
import { useTranslation } from 'react-i18next';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { LikedItems } from '../features/catalogue/LikedItems.tsx';
import { useCardSlots } from './useCardSlots.tsx';

export function ProfileItemsPage() {
  const { t } = useTranslation();
  const { slots, dialog } = useCardSlots(useSignedInUser());
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.profileItems')}</VisuallyHidden>
      <LikedItems slots={slots} catalogue={paths.dashboard} />
      {dialog}
    </>
  );
}
