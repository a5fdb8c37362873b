/** Service tokens at /admin/tokens. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Tokens } from '../features/tokens/Tokens.tsx';

export function AdminTokensPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.tokens')}</VisuallyHidden>
      <Tokens />
    </>
  );
}
