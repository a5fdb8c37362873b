/** Confirmation before a link signs somebody in, against login CSRF. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { findCurrentUser } from '../../browser/currentUser.ts';
import { Button } from '../../design/Button.tsx';
import { Wordmark } from '../../design/Wordmark.tsx';
import { color, space } from '../../design/theme.ts';
import { SignInPanel, CenteredScreen } from './SigningIn.tsx';

const Detail = styled.p`
  overflow-wrap: anywhere;

  ${SignInPanel} & {
    color: ${color.text};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[3]};
`;

interface ConfirmSignInProps {
  name: string;
  /** Email address or Telegram name, which tells accounts of the same name apart. */
  detail: string | null;
  busy: boolean;
  onProceed: () => void;
  onCancel: () => void;
}

export function ConfirmSignIn({ name, detail, busy, onProceed, onCancel }: ConfirmSignInProps) {
  const { t } = useTranslation(['guest', 'common']);
  const heading = useRef<HTMLHeadingElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    heading.current?.focus();
    findCurrentUser().then(
      (user) => setCurrent(user?.name ?? null),
      (failure: unknown) => console.info('The signed-in user could not be loaded', failure),
    );
  }, []);
  return (
    <CenteredScreen id="main">
      <SignInPanel>
        <Wordmark />
        <h1 ref={heading} tabIndex={-1}>
          {t('confirm.heading', { name })}
        </h1>
        {detail ? <Detail>{detail}</Detail> : null}
        <p>{t('confirm.warning')}</p>
        {current ? <p>{t('confirm.current', { name: current })}</p> : null}
        <Actions>
          <Button
            variant="primary"
            busy={busy}
            busyLabel={t('login.developer.busy')}
            onClick={onProceed}
          >
            {t('confirm.proceed')}
          </Button>
          <Button disabled={busy} onClick={onCancel}>
            {t('common:actions.cancel')}
          </Button>
        </Actions>
      </SignInPanel>
    </CenteredScreen>
  );
}
