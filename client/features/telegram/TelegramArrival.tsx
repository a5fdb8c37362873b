/** Notice for a signed-in person who opened a bot link, which Google has to confirm. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { setTelegramToken } from '../../browser/telegramToken.ts';
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
  /** Navigates to the provider; default `location.assign`. */
  leave?: (url: string) => void;
}

/** Effect of a link: admins and people with a Telegram are never asked. */
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
  const end = () => setTelegramToken(null);
  const kind = kindOf(user);
  const canConnectHere = kind === 'fromHere' && clientSettings().telegramBotName !== null;

  const confirm = async () => {
    setFailure(null);
    setIsBusy(true);
    try {
      leave(await startSignIn('google', pathname + search, token));
    } catch (fault) {
      console.info('The sign-in with Google could not start', fault);
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
