/** The reader's sessions at /profile/sessions. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Sessions } from '../features/people/Sessions.tsx';

export function ProfileSessionsPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.profileSessions')}</VisuallyHidden>
      <Sessions />
    </>
  );
}
