/** A pilot: what it should answer, until when, its testers, and joining or leaving it. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import type { ServiceStageFragment } from '../../items/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useStageChanges } from './useStageChanges.ts';

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
      <Button size="small" disabled={busy} onClick={() => void leave(pilot.id)}>
        {t('stage.leave')}
      </Button>
    );
  return pilot.mayJoin ? (
    <Button size="small" disabled={busy} onClick={() => void join(pilot.id)}>
      {t('stage.join')}
    </Button>
  ) : null;
}
