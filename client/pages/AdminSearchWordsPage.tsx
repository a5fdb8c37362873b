/** Custom vocabulary of the search at /admin/search-words. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { CustomVocabulary } from '../features/catalogueGaps/CustomVocabulary.tsx';

export function AdminSearchWordsPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.searchWords')}</VisuallyHidden>
      <CustomVocabulary />
    </>
  );
}
