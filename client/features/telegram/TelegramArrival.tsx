/**
 * For a signed-in person who opened the bot's link: a link alone says nothing about who sent it, so Google confirms the
 * person first, as at any sign-in, and the question about that Telegram stands on the page afterwards.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { keepTravellingToken } from '../../browser/telegramToken.ts';
import { Button } from '../../design/Button.tsx';
import { FieldError } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { space } from '../../design/theme.ts';
import { failureText, startSignIn } from '../../browser/signIn.ts';
import { TelegramVerification } from './TelegramVerification.tsx';

const NoticeSlot = styled.section`
  margin-bottom: ${space[4]};
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};
`;

export interface TelegramArrivalProps {
  token: string;
  /** Leaves for the provider's page; default the browser's own way. */
  leave?: (url: string) => void;
}

/** What a link can do for this account: an admin, and whoever has a Telegram, is never asked because of one. */
const kindOf = (user: { telegramId: string | null; isAdmin: boolean }) => {
  if (user.telegramId !== null) return 'present';
  return user.isAdmin ? 'fromHere' : 'ask';
};

export function TelegramArrival({
  token,
  leave = (url) => location.assign(url),
}: TelegramArrivalProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const user = useSignedInUser();
  const { pathname, search } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const [isVerifying, setIsVerifying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const end = () => keepTravellingToken(null);
  const kind = kindOf(user);
  const canConnectHere = kind === 'fromHere' && clientSettings().telegramBotName !== null;

  const confirm = async () => {
    setFailure(null);
    setIsBusy(true);
    try {
      leave(await startSignIn('google', pathname + search, token));
    } catch (fault) {
      console.info('The sign-in with Google did not begin', fault);
      setIsBusy(false);
      setFailure(failureText(fault, t('telegram.link.failed')));
    }
  };

  const account = user.email ?? user.name;
  return (
    <NoticeSlot aria-label={t('telegram.link.label')} role="status">
      <Notice
        tone={kind === 'ask' ? 'warning' : 'info'}
        title={t(`telegram.arrival.${kind}`, { account })}
        actions={
          <Actions>
            {kind === 'ask' ? (
              <Button
                variant="primary"
                busy={isBusy}
                busyLabel={t('telegram.arrival.busy')}
                onClick={() => void confirm()}
              >
                {t('telegram.arrival.confirm')}
              </Button>
            ) : null}
            {canConnectHere ? (
              <Button variant="primary" onClick={() => setIsVerifying(true)}>
                {t('telegram.connect')}
              </Button>
            ) : null}
            <Button onClick={end}>
              {t(kind === 'present' ? 'telegram.link.read' : 'telegram.arrival.dismiss')}
            </Button>
          </Actions>
        }
      >
        {t(`telegram.arrival.${kind}Note`, { account })}
        {failure ? <FieldError role="alert">{failure}</FieldError> : null}
      </Notice>
      {isVerifying ? <TelegramVerification onLater={end} /> : null}
    </NoticeSlot>
  );
}
