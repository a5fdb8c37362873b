/** Complaints at /admin/complaints. */
import { AdminComplaints } from '../features/complaints/AdminComplaints.tsx';
import { useItemDialogs } from './itemDialogs.tsx';

export function AdminComplaintsPage() {
  const { slots, dialog } = useItemDialogs(true);
  return (
    <>
      <AdminComplaints onOpenItem={slots.onOpenAdmin} onEditItem={slots.onEdit} />
      {dialog}
    </>
  );
}
