/** /admin/rules, and /profile/rules for those who decide without being admins: what may go into which service, decided for many at once. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { RulesMatrix } from '../features/dataRules/RulesMatrix.tsx';

export function AdminRulesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.rules')}</VisuallyHidden>
      <RulesMatrix />
    </>
  );
}
