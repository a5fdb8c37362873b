/** /admin/wishes: what people propose, and what the search lacks. */
import { useTranslation } from 'react-i18next';
import { Sections } from '../design/Sections.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { OpenProposals } from '../features/proposals/OpenProposals.tsx';
import { Wishes } from '../features/wishes/Wishes.tsx';

export function AdminWishesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.wishes')}</VisuallyHidden>
      <Sections>
        <OpenProposals />
      </Sections>
      <Wishes />
    </>
  );
}
