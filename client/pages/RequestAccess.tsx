/** Access request, with the offer to join a running pilot. */
import { AccessDialog, type AccessDialogProps } from '../features/access/AccessDialog.tsx';
import { PilotOffer } from '../features/stages/PilotBox.tsx';

export function RequestAccess({ itemId, onClose }: AccessDialogProps) {
  return <AccessDialog itemId={itemId} trial={<PilotOffer itemId={itemId} />} onClose={onClose} />;
}
