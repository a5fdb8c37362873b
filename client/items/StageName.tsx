/** Stage of a service in the reader's company, beside its status; nothing for one that is only listed. */
import { useTranslation } from 'react-i18next';
import type { ServiceStage } from '../generated.ts';

export function StageName({ stage }: { stage: { stage: ServiceStage } | null }) {
  const { t } = useTranslation('dashboard');
  if (!stage || stage.stage === 'listed') return null;
  return <span data-part="stage">{t(`stage.names.${stage.stage}`)}</span>;
}
