/** Ended pilots that wait for the decision of the reader. Nothing without any. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { usePilotsToDecideQuery } from './generated.ts';
import { PilotText } from './PilotBox.tsx';
import { StageDialog } from './StageDialog.tsx';

export function PilotsToDecide() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data } = usePilotsToDecideQuery({ fetchPolicy: 'cache-and-network' });
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const pilots = (data?.pilotsToDecide ?? []).flatMap(({ knowledgeItem: item, ...pilot }) =>
    item ? [{ item, pilot }] : [],
  );
  const decided = pilots.find(({ pilot }) => pilot.id === decidedId);
  if (pilots.length === 0) return null;
  return (
    <section>
      <h3>{t('stage.toDecide', { count: pilots.length })}</h3>
      <RecordList>
        {pilots.map(({ item, pilot }) => (
          <li key={pilot.id}>
            <Link to={servicePath(item.id)}>{getTitle(item, language).text}</Link>
            {` · ${pilot.company.name}`}
            <PilotText pilot={pilot} />
            <Button size="small" onClick={() => setDecidedId(pilot.id)}>
              {t('stage.decide')}
            </Button>
          </li>
        ))}
      </RecordList>
      {decided ? (
        <StageDialog
          itemId={decided.item.id}
          company={decided.pilot.company.key}
          onClose={() => setDecidedId(null)}
        />
      ) : null}
    </section>
  );
}
