/** Stage of a service in the reader's company; nothing for one that is only listed. */
import { Archive, Flag, FlaskConical, Hourglass, List, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../design/Badge.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import type { ServiceStage } from '../generated.ts';

const looks: Record<ServiceStage, { tone: BadgeTone; Icon: LucideIcon }> = {
  listed: { tone: 'neutral', Icon: List },
  pilot: { tone: 'info', Icon: FlaskConical },
  adopted: { tone: 'success', Icon: Flag },
  phasing_out: { tone: 'warning', Icon: Hourglass },
  retired: { tone: 'neutral', Icon: Archive },
};

export interface StageBadgeProps {
  stage: { stage: ServiceStage } | null;
  /** Shows the icon alone, with the name as its title: a card has one line of badges. */
  isCompact?: boolean;
}

export function StageBadge({ stage, isCompact = false }: StageBadgeProps) {
  const { t } = useTranslation('dashboard');
  if (!stage || stage.stage === 'listed') return null;
  const { tone, Icon } = looks[stage.stage];
  const name = t(`stage.names.${stage.stage}`);
  return isCompact ? (
    <span title={name}>
      <Badge tone={tone} icon={<Icon size={16} aria-hidden="true" />}>
        <VisuallyHidden>{name}</VisuallyHidden>
      </Badge>
    </span>
  ) : (
    <Badge tone={tone}>{name}</Badge>
  );
}
