/** Complaints at /admin/complaints. */
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../app/singleKeys.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { AdminComplaints } from '../features/complaints/AdminComplaints.tsx';
import { useItemDialogs } from './itemDialogs.tsx';

export function AdminComplaintsPage() {
  const { t } = useTranslation();
  const { slots, dialog } = useItemDialogs(true);
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.complaints')}</VisuallyHidden>
      <AdminComplaints
        singleKeys={useSingleKeys()}
        onOpenItem={slots.onOpenAdmin}
        onEditItem={slots.onEdit}
      />
      {dialog}
    </>
  );
}
