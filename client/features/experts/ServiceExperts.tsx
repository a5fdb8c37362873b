/** Experts of a service, the own company first, and the link that asks one. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../design/Avatar.tsx';
import { useAskExpertMutation, type ServiceExpertFragment } from '../../items/generated.ts';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { ExternalButton } from '../../design/Button.tsx';
import { TelegramLogo } from '../../design/brandLogos.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';

interface AskLinkProps {
  itemId: string;
  expert: Pick<ServiceExpertFragment, 'id' | 'name' | 'telegramUsername'>;
  /** Prefilled first line of the message. */
  text?: string;
}

/** Link to the Telegram chat of an expert, which also notifies the expert. */
export function AskLink({ itemId, expert, text }: AskLinkProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const user = useSignedInUser();
  const [ask] = useAskExpertMutation();
  const { id, name, telegramUsername } = expert;
  if (id === user.id) return <small>{t('people.you')}</small>;
  if (!telegramUsername) return <small>{t('people.noTelegram')}</small>;
  return (
    <ExternalButton
      href={`https://t.me/${encodeURIComponent(telegramUsername)}${text ? `?text=${encodeURIComponent(text)}` : ''}`}
      icon={<TelegramLogo />}
      hiddenNote={<VisuallyHidden>{` ${name} ${t('common:newTab')}`}</VisuallyHidden>}
      // The reader is in Telegram already, so a failure is not shown.
      onFollow={() => void ask({ variables: { itemId, expertId: id } })}
    >
      {t('people.ask')}
    </ExternalButton>
  );
}

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
