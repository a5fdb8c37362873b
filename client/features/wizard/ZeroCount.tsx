/** Zero beside wizard entries without services. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';

export function ZeroCount() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <small aria-hidden="true">0</small>
      <VisuallyHidden> {t('wizard.count', { count: 0 })}</VisuallyHidden>
    </>
  );
}
