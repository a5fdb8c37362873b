/** The demo catalogue and its removal at /admin/demo. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { refetchActive } from '../items/refetch.ts';
import { Demo } from '../features/demo/Demo.tsx';

export function AdminDemoPage() {
  const client = useApolloClient();
  const onChanged = useCallback(() => void refetchActive(client), [client]);
  return <Demo onChanged={onChanged} />;
}
