/** Dialog that connects Telegram through the bot, by an invitation. */
import { useCallback, useRef, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useApolloClient } from '@apollo/client/react';
import { Button, ExternalButton } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { FieldError } from '../../design/Field.tsx';
import { TelegramLogo } from '../../design/brandLogos.tsx';
import { notify } from '../../design/notify.ts';
import { color, space, type } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { failureText, serverMessageText } from '../../browser/graphqlFailure.ts';
import * as limits from '../../limits/generated.ts';
import { useTabReturn, useTelegramCheck } from './useTelegramCheck.ts';
import { GenerateTelegramInviteDocument } from './generated.ts';

/** Renewal after 90 % of the lifetime. */
const inviteRenewalMs = 0.9 * limits.telegramLinkMs;

interface Invite {
  link: string | null;
  failure: string | null;
  retry: () => void;
}

/** Bot link for this account, renewed after a failure and before it expires. */
function useInvite(): Invite {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const [link, setLink] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const otherwise = t('telegram.failedToGenerateLink');

  const create = useCallback(async (): Promise<void> => {
    const fail = (message: string) => {
      setFailure(message);
      notify.error(message, { id: 'telegram invite' });
    };
    notify.dismiss('telegram invite');
    try {
      const { data } = await client.mutate({ mutation: GenerateTelegramInviteDocument });
      const invite = data!.generateTelegramInvite;
      if (invite.success && invite.link) setLink(invite.link);
      else
        fail(
          [otherwise, invite.error?.trim() && serverMessageText(invite.error)]
            .filter(Boolean)
            .join('. '),
        );
    } catch (raised) {
      console.info('The bot link could not be created', raised);
      fail(failureText(raised, otherwise));
    }
  }, [client, otherwise]);

  useEffect(() => {
    // Deferred, because StrictMode mounts twice and each link revokes the one before.
    const start = setTimeout(() => void create(), 0);
    const renewal = setInterval(() => void create(), inviteRenewalMs);
    return () => {
      clearTimeout(start);
      clearInterval(renewal);
    };
  }, [create]);

  const retry = () => {
    setFailure(null);
    void create();
  };
  return { link, failure, retry };
}

const Content = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};

  ol {
    padding-left: ${space[6]};
    list-style: decimal;
  }
  li {
    padding-block: ${space[1]};
  }
  [data-part='note'] {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export function TelegramVerification({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const lookUp = useTelegramCheck();
  const invite = useInvite();
  const [result, setResult] = useState<{ tone: 'quiet' | 'bad'; text: string } | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const isRunning = useRef(false);
  const wasAsked = useRef(false);

  /** `isAsked`: by a press. A check on return to the tab is silent unless something changed. */
  const check = useCallback(
    async (isAsked: boolean) => {
      if (isAsked) {
        wasAsked.current = true;
        setResult(null);
        setIsChecking(true);
      }
      if (isRunning.current) return;
      isRunning.current = true;
      try {
        const me = await lookUp();
        // The page shows the question.
        if (me.telegramLink) onLater();
        else if (me.telegramId !== null) notify.success(t('telegram.done'));
        else if (wasAsked.current) {
          setResult({ tone: 'quiet', text: t('telegram.notYet') });
        }
      } catch (failure) {
        console.info('The Telegram connection could not be checked', failure);
        if (wasAsked.current) setResult({ tone: 'bad', text: t('telegram.checkFailed') });
      } finally {
        isRunning.current = false;
        wasAsked.current = false;
        setIsChecking(false);
      }
    },
    [lookUp, onLater, t],
  );
  useTabReturn(useCallback(() => void check(false), [check]));

  return (
    <Dialog
      open
      onClose={() => undefined}
      dismissable={false}
      initialFocus="heading"
      title={t('telegram.title')}
      footer={
        <>
          <Button variant="ghost" onClick={onLater}>
            {t('telegram.later')}
          </Button>
          <Button
            busy={isChecking}
            busyLabel={t('telegram.checking')}
            onClick={() => void check(true)}
          >
            {t('telegram.check')}
          </Button>
        </>
      }
    >
      <Content>
        <ol>
          <li>{t('telegram.steps.open')}</li>
          <li>{t('telegram.steps.start')}</li>
          <li>{t('telegram.steps.back')}</li>
        </ol>
        {invite.link ? (
          <ExternalButton
            href={invite.link}
            variant="primary"
            size="large"
            icon={<TelegramLogo />}
            hiddenNote={<VisuallyHidden>{t('common:newTab')}</VisuallyHidden>}
          >
            {t('telegram.connect')}
          </ExternalButton>
        ) : null}
        {invite.failure ? (
          <>
            <FieldError role="alert">{invite.failure}</FieldError>
            <Button onClick={invite.retry}>{t('common:actions.retry')}</Button>
          </>
        ) : null}
        {!invite.link && !invite.failure ? (
          <Button busy size="large">
            {t('telegram.preparing')}
          </Button>
        ) : null}
        <div role="status">
          {result?.tone === 'quiet' ? <p>{result.text}</p> : null}
          {result?.tone === 'bad' ? <FieldError>{result.text}</FieldError> : null}
        </div>
        <p data-part="note">{t('telegram.note')}</p>
      </Content>
    </Dialog>
  );
}
