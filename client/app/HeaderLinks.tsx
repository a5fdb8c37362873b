/** Links of the header: loadouts, requests to decide for approvers, and the suggestion of a service. */
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ButtonLink } from '../design/Button.tsx';
import { from } from '../design/theme.ts';
import { DecisionsLink } from './DecisionsLink.tsx';
import { paths } from './paths.ts';

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
