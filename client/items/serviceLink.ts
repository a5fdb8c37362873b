/** Path of a service's page, and copying of its address. */
import { useTranslation } from 'react-i18next';
import { notify } from '../design/notify.ts';

export const servicePath = (id: string): string => `/services/${id}`;

/** Copies the address of a service's page, and says so. */
export function useCopyLink(): (id: string) => void {
  const { t } = useTranslation(['dashboard', 'common']);
  return (id) => {
    const address = `${location.origin}${servicePath(id)}`;
    navigator.clipboard.writeText(address).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      (failure: unknown) => {
        console.info('The address could not be copied', failure);
        notify.error(t('menu.copyFailed'), { id: 'copy', description: address });
      },
    );
  };
}
