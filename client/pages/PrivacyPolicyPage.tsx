/** /privacy-policy */
import { useTranslation } from 'react-i18next';
import { GuestHeader } from '../app/GuestHeader.tsx';
import { paths } from '../app/paths.ts';
import { LegalDocument } from '../features/legal/LegalDocument.tsx';
import { privacyPolicy } from '../features/legal/privacyPolicy.ts';

export function PrivacyPolicyPage() {
  const { t } = useTranslation('common');
  return (
    <>
      <GuestHeader />
      <LegalDocument title={t('screens.privacy')} text={privacyPolicy} fallbackPath={paths.login} />
    </>
  );
}
