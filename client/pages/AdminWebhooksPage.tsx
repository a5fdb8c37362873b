/** Webhooks at /admin/webhooks. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Webhooks } from '../features/webhooks/Webhooks.tsx';

export function AdminWebhooksPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.webhooks')}</VisuallyHidden>
      <Webhooks />
    </>
  );
}
