/** Stage of a service in the reader's company; nothing for one that is only listed. */
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../design/Badge.tsx';
import type { ServiceStage } from '../generated.ts';

const tones: Record<ServiceStage, BadgeTone> = {
  listed: 'neutral',
  pilot: 'info',
  adopted: 'success',
  phasing_out: 'warning',
  retired: 'neutral',
};

export function StageBadge({ stage }: { stage: { stage: ServiceStage } | null }) {
  const { t } = useTranslation('dashboard');
  if (!stage || stage.stage === 'listed') return null;
  return <Badge tone={tones[stage.stage]}>{t(`stage.names.${stage.stage}`)}</Badge>;
}
