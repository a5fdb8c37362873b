/** Short mark of an open incident, on a card and in a row. */
import { Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../design/Badge.tsx';
import type { IncidentKind } from '../generated.ts';

export function IncidentBadge({ incidents }: { incidents: readonly { kind: IncidentKind }[] }) {
  const { t } = useTranslation('dashboard');
  const [first] = incidents;
  return first ? (
    <Badge tone="danger" icon={<Siren size={14} aria-hidden="true" />}>
      {t(`incident.kind.${first.kind}`)}
    </Badge>
  ) : null;
}
