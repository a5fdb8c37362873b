/** The reader's use cases at /profile/use-cases. */
import { useTranslation } from 'react-i18next';
import { paths } from '../app/paths.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { MyUseCases } from '../features/useCases/MyUseCases.tsx';

export function ProfileUseCasesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.profileUseCases')}</VisuallyHidden>
      <MyUseCases catalogue={paths.dashboard} />
    </>
  );
}
