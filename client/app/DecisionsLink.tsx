/** Link to the access requests that wait for the reader, with their number; nothing without any. */
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { CountBadge } from '../design/Badge.tsx';
import { ButtonLink } from '../design/Button.tsx';
import { paths } from './paths.ts';
import { useWaitingApprovals } from './pendingApprovals.ts';

export function DecisionsLink() {
  const { t } = useTranslation();
  const { isAdmin } = useSignedInUser();
  const waiting = useWaitingApprovals();
  if (!waiting) return null;
  return (
    <ButtonLink
      to={isAdmin ? paths.adminAccess : paths.profileApprovals}
      variant="ghost"
      size="small"
      icon={<KeyRound size={16} aria-hidden="true" />}
    >
      {t('account.decisions')} <CountBadge>{waiting}</CountBadge>
    </ButtonLink>
  );
}
