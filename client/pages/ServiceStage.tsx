/** Stage of a service on its page: why it was decided, its pilot, and the button of those who decide. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../design/Button.tsx';
import { lazyDialog } from '../design/lazyComponent.tsx';
import { Notice } from '../design/Notice.tsx';
import { space } from '../design/theme.ts';
import { PilotButton, PilotText } from '../features/stages/PilotBox.tsx';
import type { ServicePageQuery } from '../items/generated.ts';
import { chooseText } from '../i18n/bilingual.ts';
import { formatDate } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';

const StageDialog = lazyDialog(() =>
  import('../features/stages/StageDialog.tsx').then((part) => part.StageDialog),
);

type Item = ServicePageQuery['knowledgeItem'];

const Box = styled.div`
  margin-top: ${space[4]};
`;

export function ServiceStage({ item: { id, stage } }: { item: Item }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  if (!stage || stage.stage === 'listed') return null;
  const reason = chooseText(stage.reasonRu, stage.reasonEn, language);
  const since = t('stage.since', { date: formatDate(stage.decidedAt, language) });
  return (
    <Box>
      <Notice
        tone={stage.stage === 'phasing_out' || stage.stage === 'retired' ? 'warning' : 'info'}
        title={`${t(`stage.names.${stage.stage}`)} · ${since}`}
        actions={<PilotButton itemId={id} pilot={stage} />}
      >
        {stage.stage === 'pilot' ? <PilotText pilot={stage} /> : null}
        {reason.text ? <p lang={reason.language}>{reason.text}</p> : null}
      </Notice>
    </Box>
  );
}

/** Button that decides the stage, for those who may. */
export function DecideStage({ item }: { item: Item }) {
  const { t } = useTranslation('dashboard');
  const [isOpen, setOpen] = useState(false);
  if (!item.mayDecideStage) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('stage.set')}
      </Button>
      {isOpen ? <StageDialog itemId={item.id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
