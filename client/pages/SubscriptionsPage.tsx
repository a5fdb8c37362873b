/** Subscriptions at /admin/subscriptions, and at /profile/subscriptions for approvers who are no admins. */
import { useTranslation } from 'react-i18next';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Subscriptions } from '../features/subscriptions/Subscriptions.tsx';

export function SubscriptionsPage() {
  const { t } = useTranslation();
  const { isAdmin } = useSignedInUser();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.subscriptions')}</VisuallyHidden>
      <Subscriptions accessPath={isAdmin ? paths.adminAccess : paths.profileApprovals} />
    </>
  );
}
