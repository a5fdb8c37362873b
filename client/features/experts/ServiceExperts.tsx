/** Whom to ask about a service, the own company first; the first line of the message is written already. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../design/Avatar.tsx';
import { ExternalButton } from '../../design/Button.tsx';
import { TelegramMark } from '../../design/marks.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type { ServiceExpertFragment } from '../../generated.ts';

export interface ServiceExpertsProps {
  experts: readonly ServiceExpertFragment[];
  /** The name of the service. */
  title: string;
}

export function ServiceExperts({ experts, title }: ServiceExpertsProps) {
  const { t } = useTranslation(['service', 'dashboard', 'common']);
  const id = useId();
  if (experts.length === 0) return null;
  const text = encodeURIComponent(t('experts.firstLine', { title }));
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('experts.title')}</h2>
      <ul data-part="rows">
        {experts.map(({ id: key, name, avatarUrl, telegramUsername, casesCount, company }) => (
          <li key={key}>
            <Avatar name={name} avatarUrl={avatarUrl} size="large" />
            <div>
              {name}
              <br />
              <small>
                {[company?.name, t('dashboard:cases', { count: casesCount })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {telegramUsername ? (
              <ExternalButton
                href={`https://t.me/${encodeURIComponent(telegramUsername)}?text=${text}`}
                icon={<TelegramMark />}
                hiddenNote={<VisuallyHidden>{` ${name} ${t('common:newTab')}`}</VisuallyHidden>}
              >
                {t('dashboard:people.ask')}
              </ExternalButton>
            ) : (
              <small>{t('dashboard:people.noTelegram')}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
