/** Question whether a Telegram account belongs to the signed-in person, and its outcome. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { setCurrentUser, logOut, useSignedInUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { FieldError } from '../../design/Field.tsx';
import { Notice, type NoticeTone } from '../../design/Notice.tsx';
import { space } from '../../design/theme.ts';
import { useAnswerTelegramLinkMutation } from './generated.ts';
import { useTabReturn, useTelegramCheck } from './useTelegramCheck.ts';

const NoticeSlot = styled.section`
  margin-bottom: ${space[4]};
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};
`;

const tones = {
  asked: 'warning',
  waiting: 'info',
  connected: 'success',
  declined: 'info',
} satisfies Record<string, NoticeTone>;

export function TelegramQuestion() {
  const { t } = useTranslation(['dashboard', 'common']);
  const user = useSignedInUser();
  const check = useTelegramCheck();
  const [answer, { loading }] = useAnswerTelegramLinkMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const refresh = useCallback(() => {
    check().catch((fault: unknown) =>
      console.info('The question about Telegram could not be loaded', fault),
    );
  }, [check]);
  useTabReturn(refresh);

  const link = user.telegramLink;
  if (!link) return null;
  const reply = async (connect: boolean) => {
    setFailure(null);
    try {
      const { data } = await answer({ variables: { id: link.id, connect } });
      setCurrentUser({ ...user, telegramLink: data?.answerTelegramLink ?? null });
      if (connect) await check();
    } catch (fault) {
      console.info('The answer about Telegram could not be saved', fault);
      setFailure(failureText(fault, t('telegram.link.failed')));
      refresh();
    }
  };
  const signInAgain = () =>
    logOut('ended').catch((fault: unknown) => {
      console.error('The log-out failed', fault);
      setFailure(t('common:error.network'));
    });

  const who = link.username ? `@${link.username}` : (link.name ?? 'Telegram');
  const account = user.email ?? user.name;
  const actions = {
    asked: (
      <>
        {link.needsFreshSignIn ? (
          <Button onClick={() => void signInAgain()}>{t('telegram.link.signInAgain')}</Button>
        ) : (
          <Button
            variant="primary"
            busy={loading}
            busyLabel={t('telegram.link.busy')}
            onClick={() => void reply(true)}
          >
            {t('telegram.link.yes')}
          </Button>
        )}
        <Button onClick={() => void reply(false)}>{t('telegram.link.no')}</Button>
      </>
    ),
    waiting: (
      <>
        <Button onClick={refresh}>{t('telegram.check')}</Button>
        <Button onClick={() => void reply(false)}>{t('telegram.link.cancel')}</Button>
      </>
    ),
    connected: <Button onClick={() => void reply(false)}>{t('telegram.link.read')}</Button>,
    declined: <Button onClick={() => void reply(false)}>{t('telegram.link.read')}</Button>,
  };
  return (
    <NoticeSlot aria-label={t('telegram.link.label')} role="status">
      <Notice
        tone={tones[link.state]}
        title={t(`telegram.link.${link.state}`, { who, account })}
        actions={<Actions>{actions[link.state]}</Actions>}
      >
        {t(`telegram.link.${link.state}Note`, { who, account })}
        {link.state === 'asked' && link.replaces ? ` ${t('telegram.link.replaces')}` : null}
        {link.state === 'asked' && link.needsFreshSignIn ? ` ${t('telegram.link.fresh')}` : null}
        {failure ? <FieldError role="alert">{failure}</FieldError> : null}
      </Notice>
    </NoticeSlot>
  );
}
