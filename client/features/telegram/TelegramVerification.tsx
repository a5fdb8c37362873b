/**
 * Connects Telegram through the bot. Overlay and Escape do not close it (specification, section 2);
 * checking again and signing out are inside.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { forgetCurrentUser, keepCurrentUser, useSignedInUser } from '../../browser/currentUser.ts';
import { restCall } from '../../browser/restCall.ts';
import { Button, ExternalButton } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { FieldError } from '../../design/Field.tsx';
import { TelegramMark } from '../../design/marks.tsx';
import { notify } from '../../design/notify.ts';
import { color, space, type } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { MeDocument } from '../../generated.ts';
import { useInvite } from './useInvite.ts';

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

export function TelegramVerification() {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const user = useSignedInUser();
  const invite = useInvite();
  const [result, setResult] = useState<{ tone: 'quiet' | 'bad'; text: string } | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const isUnderWay = useRef(false);
  const isAwaited = useRef(false);

  /** `isAsked`: by a press; a check on coming back to the tab says nothing while nothing has changed. */
  const check = useCallback(
    async (isAsked: boolean) => {
      if (isAsked) {
        isAwaited.current = true;
        setResult(null);
        setIsChecking(true);
      }
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      try {
        const { data } = await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
        const me = data!.me;
        if (me.telegramId !== null) {
          notify.success(t('telegram.done'));
          keepCurrentUser({ ...user, ...me });
        } else if (isAwaited.current) {
          setResult({ tone: 'quiet', text: t('telegram.notYet') });
        }
      } catch (failure) {
        console.info('Whether Telegram is connected could not be checked', failure);
        if (isAwaited.current) setResult({ tone: 'bad', text: t('telegram.checkFailed') });
      } finally {
        isUnderWay.current = false;
        isAwaited.current = false;
        setIsChecking(false);
      }
    },
    [client, t, user],
  );
  useEffect(() => {
    const comeBack = () => {
      if (document.visibilityState === 'visible') void check(false);
    };
    addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [check]);

  const signOut = () =>
    restCall('/api/v1/auth/logout').then(
      () => forgetCurrentUser('left'),
      (failure: unknown) => {
        console.error('The sign-out failed', failure);
        notify.error(t('common:error.title'), { description: t('common:error.network') });
      },
    );

  return (
    <Dialog
      open
      onClose={() => undefined}
      dismissable={false}
      initialFocus="heading"
      title={t('telegram.title')}
      footer={
        <>
          <Button variant="ghost" onClick={() => void signOut()}>
            {t('telegram.signOut')}
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
            icon={<TelegramMark />}
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
