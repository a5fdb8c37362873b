/** Revocation of access with one press. */
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { useRevokeAccessMutation, type AccessHolderRowFragment } from './generated.ts';

/** @param onDone called after each attempt, so that the list is read again */
export function useRevoke(onDone: () => void) {
  const { t } = useTranslation('subscriptions');
  const [revoke, { loading }] = useRevokeAccessMutation();
  return {
    isBusy: loading,
    revoke: async ({ access: { request, requester }, revokeReason }: AccessHolderRowFragment) => {
      const { id, version, service } = request;
      notify.dismiss(`revoke-${id}`);
      try {
        const message = t(`messages.${revokeReason ?? 'idle'}`);
        await revoke({ variables: { id, expectedVersion: version, message } });
        notify.success(
          t('revoke.done', { service, name: requester?.name ?? t('revoke.deletedAccount') }),
        );
      } catch (failure) {
        notify.error(t('revoke.failed'), {
          id: `revoke-${id}`,
          description: failureText(failure),
        });
      }
      onDone();
    },
  };
}
