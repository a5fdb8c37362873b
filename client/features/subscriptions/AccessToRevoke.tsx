/** Granted access that the reader should revoke: of people who left, and after reviews. Nothing without any. */
import { useTranslation } from 'react-i18next';
import { AccessHolders } from './AccessHolders.tsx';
import { useAccessToRevokeQuery } from './generated.ts';

export function AccessToRevoke() {
  const { t } = useTranslation('subscriptions');
  const { data, refetch } = useAccessToRevokeQuery({ fetchPolicy: 'cache-and-network' });
  const holders = data?.accessToRevoke ?? [];
  if (holders.length === 0) return null;
  return (
    <section>
      <h3>{t('toRevoke.title', { number: holders.length })}</h3>
      <p>{t('toRevoke.hint')}</p>
      <AccessHolders
        withService
        holders={holders}
        onChanged={() => void refetch().catch(() => null)}
      />
    </section>
  );
}
