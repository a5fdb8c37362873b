/** Paths of services, loadouts and searches, and copying of addresses. */
import { useTranslation } from 'react-i18next';
import { notify } from '../design/notify.ts';

export const servicePath = (id: string): string => `/services/${id}`;

/** Copies an address of Loadout, and says so. */
export function useCopyAddress(): (address: string) => void {
  const { t } = useTranslation(['dashboard', 'common']);
  return (address) => {
    navigator.clipboard.writeText(address).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      (failure: unknown) => {
        console.info('The address could not be copied', failure);
        notify.error(t('menu.copyFailed'), { id: 'copy', description: address });
      },
    );
  };
}

/** Copies the address of a service's page, and says so. */
export function useCopyLink(): (id: string) => void {
  const copy = useCopyAddress();
  return (id) => copy(`${location.origin}${servicePath(id)}`);
}

/** Path of a loadout's page, and its address for others. */
export const loadoutPath = (id: string): string => `/loadouts/${id}`;

export const loadoutAddress = (id: string): string => `${location.origin}${loadoutPath(id)}`;

/** Links to a search and to the reader's search alerts. */
export const searchPath = (text: string): string =>
  `/dashboard?${new URLSearchParams({ search: text }).toString()}`;

/** The place of the searches that one waits for, on the page of the reader's own requests. */
export const searchAlertsAnchor = 'searches';
