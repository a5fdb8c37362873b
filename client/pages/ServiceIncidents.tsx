/** Incidents at the head of a service: notices with alternatives, and the actions of those who decide. */
import { useState } from 'react';
import { Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Button } from '../design/Button.tsx';
import { lazyDialog } from '../design/lazyComponent.tsx';
import { space } from '../design/theme.ts';
import type { ServicePageQuery } from '../items/generated.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { IncidentNotices } from '../items/IncidentNotices.tsx';
import { getTitle } from '../items/itemText.ts';
import { servicePath } from '../items/links.ts';
import { useIncidentChanges } from '../features/incidents/useIncidentChanges.ts';

/** Button that ends an incident. */
function EndIncidentButton({ id, itemId }: { id: string; itemId: string }) {
  const { t } = useTranslation('dashboard');
  const { end } = useIncidentChanges(itemId);
  return (
    <Button size="small" onClick={() => void end(id)}>
      {t('incident.end')}
    </Button>
  );
}

const IncidentDialog = lazyDialog(() =>
  import('../features/incidents/IncidentDialog.tsx').then((part) => part.IncidentDialog),
);

type Item = ServicePageQuery['knowledgeItem'];

const Notices = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  margin-top: ${space[4]};
`;

export function ServiceIncidents({ item }: { item: Item }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [changed, setChanged] = useState<string | null>(null);
  const usable = item.alternatives.filter(({ item: other }) =>
    ['approved', 'with_conditions'].includes(other.approvalStatus),
  );
  const actions = Object.fromEntries(
    item.incidents
      .filter(({ mayEnd }) => mayEnd)
      .map(({ id }) => [
        id,
        <>
          <Button size="small" onClick={() => setChanged(id)}>
            {t('incident.change')}
          </Button>
          <EndIncidentButton id={id} itemId={item.id} />
        </>,
      ]),
  );
  if (item.incidents.length === 0) return null;
  return (
    <Notices>
      <IncidentNotices incidents={item.incidents} actions={actions}>
        {usable.length > 0 ? (
          <p>
            {t('incident.alternatives')}{' '}
            {usable.map(({ item: other }, index) => (
              <span key={other.id}>
                {index > 0 ? ', ' : ''}
                <Link to={servicePath(other.id)}>{getTitle(other, language).text}</Link>
              </span>
            ))}
          </p>
        ) : null}
      </IncidentNotices>
      {changed ? (
        <IncidentDialog
          itemId={item.id}
          incident={item.incidents.find(({ id }) => id === changed)}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </Notices>
  );
}

/** Button that starts an incident, for those who may. */
export function StartIncident({ item }: { item: Item }) {
  const { t } = useTranslation('dashboard');
  const [isOpen, setOpen] = useState(false);
  if (!item.mayStartIncident) return null;
  return (
    <>
      <Button
        size="small"
        icon={<Siren size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('incident.start')}
      </Button>
      {isOpen ? <IncidentDialog itemId={item.id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
