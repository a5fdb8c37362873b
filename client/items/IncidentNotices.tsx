/** Open incidents of a service as notices. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink } from '../design/ExternalLink.tsx';
import { Notice, type NoticeTone } from '../design/Notice.tsx';
import type { IncidentSeverity, OpenIncidentFragment } from './generated.ts';
import { chooseText } from '../i18n/bilingual.ts';
import { formatDate } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';

const tones: Record<IncidentSeverity, NoticeTone> = {
  notice: 'info',
  warning: 'warning',
  critical: 'danger',
};

export interface IncidentNoticesProps {
  incidents: readonly OpenIncidentFragment[];
  /** Buttons by the id of an incident. */
  actions?: Readonly<Record<string, ReactNode>>;
  /** Below the texts of the first one. */
  children?: ReactNode;
}

export function IncidentNotices({ incidents, actions, children }: IncidentNoticesProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  return incidents.map((incident, index) => {
    const { text, language: written } = chooseText(incident.textRu, incident.textEn, language);
    const since = t('incident.since', { date: formatDate(incident.startedAt, language) });
    return (
      <Notice
        key={incident.id}
        tone={tones[incident.severity]}
        title={`${t(`incident.kind.${incident.kind}`)} · ${since}`}
        actions={actions?.[incident.id]}
      >
        <p lang={written}>{text}</p>
        <p>{t('incident.effect')}</p>
        {incident.link ? (
          <p>
            <ExternalLink href={incident.link}>{t('incident.more')}</ExternalLink>
          </p>
        ) : null}
        {index === 0 ? children : null}
      </Notice>
    );
  });
}
