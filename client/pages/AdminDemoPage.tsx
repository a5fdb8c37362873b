/** The demo catalogue and its removal at /admin/demo. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { refetchActive } from '../app/refetchActive.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Demo } from '../features/demo/Demo.tsx';

export function AdminDemoPage() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const onChanged = useCallback(() => void refetchActive(client), [client]);
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.demo')}</VisuallyHidden>
      <Demo onChanged={onChanged} />
    </>
  );
}
