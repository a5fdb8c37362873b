/** Links of the header: loadouts, requests to decide for approvers, and the suggestion of a service. */
import { Plus, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ButtonLink } from '../design/Button.tsx';
import { from } from '../design/theme.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { CountBadge } from '../design/Badge.tsx';
import { paths } from './paths.ts';
import { useWaitingApprovals } from './pendingCounts.ts';

/** Link to the access requests that wait for the reader, with their number; nothing without any. */
function DecisionsLink() {
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

const Wide = styled.span`
  display: none;
  ${from.md} {
    display: contents;
  }
`;

export function HeaderLinks() {
  const { t } = useTranslation();
  return (
    <Wide>
      <ButtonLink to={paths.loadouts} variant="ghost" size="small">
        {t('account.loadouts')}
      </ButtonLink>
      <DecisionsLink />
      <ButtonLink
        to={`${paths.profileRequests}?propose`}
        size="small"
        icon={<Plus size={16} aria-hidden="true" />}
      >
        {t('account.suggest')}
      </ButtonLink>
    </Wide>
  );
}
