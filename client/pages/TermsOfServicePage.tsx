/** /terms-of-service */
import { useTranslation } from 'react-i18next';
import { GuestHeader } from '../app/GuestHeader.tsx';
import { paths } from '../app/paths.ts';
import { LegalDocument } from '../features/legal/LegalDocument.tsx';
import { termsOfService } from '../features/legal/termsOfService.ts';

export function TermsOfServicePage() {
  const { t } = useTranslation('common');
  return (
    <>
      <GuestHeader />
      <LegalDocument title={t('screens.terms')} text={termsOfService} fallbackPath={paths.login} />
    </>
  );
}
