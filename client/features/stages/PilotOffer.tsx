/** Offer to join the running pilot of a service, for who asks for a trial. Nothing without one. */
import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/Notice.tsx';
import { usePilotToJoinQuery } from './generated.ts';
import { PilotButton, PilotText } from './PilotBox.tsx';

export function PilotOffer({ itemId }: { itemId: string }) {
  const { t } = useTranslation('dashboard');
  const { data } = usePilotToJoinQuery({
    variables: { id: itemId },
    fetchPolicy: 'cache-and-network',
  });
  const pilot = data?.knowledgeItem.stage;
  if (!pilot?.mayJoin && !(pilot?.isTester && pilot.stage === 'pilot')) return null;
  return (
    <Notice
      title={t(pilot.isTester ? 'stage.isTester' : 'stage.offer')}
      actions={<PilotButton itemId={itemId} pilot={pilot} />}
    >
      <PilotText pilot={pilot} />
    </Notice>
  );
}
