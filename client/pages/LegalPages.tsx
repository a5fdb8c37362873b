/** The legal documents at /privacy-policy and /terms-of-service. */
import { useTranslation } from 'react-i18next';
import { GuestHeader } from '../app/GuestHeader.tsx';
import { paths } from '../app/paths.ts';
import { LegalDocument } from '../features/legal/LegalDocument.tsx';

export function PrivacyPolicyPage() {
  const { t } = useTranslation('common');
  return (
    <>
      <GuestHeader />
      <LegalDocument
        title={t('screens.privacy')}
        document="privacy_policy"
        fallbackPath={paths.login}
      />
    </>
  );
}

export function TermsOfServicePage() {
  const { t } = useTranslation('common');
  return (
    <>
      <GuestHeader />
      <LegalDocument
        title={t('screens.terms')}
        document="terms_of_service"
        fallbackPath={paths.login}
      />
    </>
  );
}
