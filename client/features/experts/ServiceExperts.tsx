/** Experts of a service, the own company first. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../design/Avatar.tsx';
import type { ServiceExpertFragment } from '../../items/generated.ts';
import { AskLink } from './AskLink.tsx';

interface ServiceExpertsProps {
  itemId: string;
  experts: readonly ServiceExpertFragment[];
  /** Title of the service. */
  title: string;
}

export function ServiceExperts({ itemId, experts, title }: ServiceExpertsProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const id = useId();
  if (experts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('experts.title')}</h2>
      <ul data-part="rows">
        {experts.map((expert) => (
          <li key={expert.id}>
            <Avatar name={expert.name} avatarUrl={expert.avatarUrl} size="large" />
            <div>
              {expert.name}
              <br />
              <small>
                {[expert.company?.name, t('dashboard:cases', { count: expert.useCasesCount })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            <AskLink
              itemId={itemId}
              expert={expert}
              text={t('dashboard:people.firstLine', { title })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
