/** A pilot: what it should answer, until when, its testers, joining or leaving it, and the offer to join. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import type { ServiceStageFragment } from '../../items/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { Notice } from '../../design/Notice.tsx';
import { useStageChanges } from './useStageChanges.ts';
import { usePilotToJoinQuery } from './generated.ts';

export function PilotText({ pilot }: { pilot: ServiceStageFragment }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const question = chooseText(pilot.questionRu, pilot.questionEn, language);
  return (
    <>
      <p lang={question.language}>{question.text}</p>
      <p>
        {t('stage.until', { date: formatDate(`${pilot.endsOn}T12:00:00`, language) })}
        {' · '}
        {t('stage.testers', { count: pilot.testersCount })}
      </p>
    </>
  );
}

export function PilotButton({ itemId, pilot }: { itemId: string; pilot: ServiceStageFragment }) {
  const { t } = useTranslation('dashboard');
  const { join, leave, busy } = useStageChanges(itemId);
  if (pilot.isTester)
    return (
      <Button size="small" aria-disabled={busy} onClick={() => void leave(pilot.id)}>
        {t('stage.leave')}
      </Button>
    );
  return pilot.mayJoin ? (
    <Button size="small" aria-disabled={busy} onClick={() => void join(pilot.id)}>
      {t('stage.join')}
    </Button>
  ) : null;
}

/** Offer to join the running pilot of a service, for who asks for a trial. Nothing without one. */
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
