/** Link to the Telegram chat of an expert, which also notifies the expert. */
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { ExternalButton } from '../../design/Button.tsx';
import { TelegramLogo } from '../../design/brandLogos.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useAskExpertMutation, type ServiceExpertFragment } from '../../items/generated.ts';

export interface AskLinkProps {
  itemId: string;
  expert: Pick<ServiceExpertFragment, 'id' | 'name' | 'telegramUsername'>;
  /** Prefilled first line of the message. */
  text?: string;
}

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
