/** Badge of who may read a loadout: official at a company or everywhere, a team, or its owner only. */
import { BadgeCheck, Lock, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { color, type } from '../../design/theme.ts';
import type { LoadoutCardFragment } from './generated.ts';

const Root = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 5px;
  min-height: 24px;
  padding: 0 8px 0 6px;
  border: 1px solid ${color.border};
  border-radius: 6px;
  background: ${color.noneSoft};
  color: ${color.noneText};
  ${type.xs}
  font-weight: 600;

  &[data-kind='official'] {
    border-color: transparent;
    background: ${color.badgeNexters};
    color: ${color.ribbonText};
  }
  @media (forced-colors: active) {
    outline: 1px solid CanvasText;
  }
`;

const icons = { official: BadgeCheck, team: Users, personal: Lock };

export function KindBadge({ kind, company }: Pick<LoadoutCardFragment, 'kind' | 'company'>) {
  const { t } = useTranslation('loadouts');
  const Icon = icons[kind];
  const label = () => {
    if (kind === 'personal') return t('kinds.personal');
    if (!company) return t(kind === 'official' ? 'official' : 'kinds.teamAlone');
    return t(kind === 'official' ? 'officialAt' : 'kinds.team', { company: company.name });
  };
  return (
    <Root data-kind={kind}>
      <Icon size={14} aria-hidden="true" />
      {label()}
    </Root>
  );
}
