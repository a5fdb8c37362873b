/** /admin/import: own services come in, and the demo goes. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { readAgain } from '../app/readAgain.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Demo } from '../features/demo/Demo.tsx';

export function AdminImportPage() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const onChanged = useCallback(() => void readAgain(client), [client]);
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.import')}</VisuallyHidden>
      <Demo onChanged={onChanged} />
    </>
  );
}
