/** Data rules at /admin/rules, and at /profile/rules for approvers who are no admins. */
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
