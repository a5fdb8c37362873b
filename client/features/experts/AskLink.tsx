/** How an expert is asked: their Telegram in a new tab. The server hears of it beside, and tells them in the bell. */
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { ExternalButton } from '../../design/Button.tsx';
import { TelegramLogo } from '../../design/brandLogos.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useAskExpertMutation, type ServiceExpertFragment } from '../../generated.ts';

export interface AskLinkProps {
  itemId: string;
  expert: Pick<ServiceExpertFragment, 'id' | 'name' | 'telegramUsername'>;
  /** The first line of the message. */
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
      // Who asks has gone to Telegram: nothing here is to be said of a failure.
      onFollow={() => void ask({ variables: { itemId, expertId: id } })}
    >
      {t('people.ask')}
    </ExternalButton>
  );
}
