/** Google sign-in button; the server starts the flow, so that it ends in this browser only. */
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { GoogleLogo } from '../../design/brandLogos.tsx';
import { notify } from '../../design/notify.ts';
import { SignInHint } from './SignInHint.tsx';
import { failureText, startSignIn } from '../../browser/signIn.ts';

export interface SignInOptionProps {
  /** Path after the sign-in. */
  redirectTo: string;
  /** Called with the error, to be shown above the buttons. */
  onFailure: (message: string) => void;
  /** Navigates to the provider; default `location.assign`. */
  leave?: (url: string) => void;
}

export interface GoogleSignInProps extends SignInOptionProps {
  /** Token of a bot link, sent along. */
  telegramToken: string | null;
  /** Why the button is disabled; null when enabled. */
  disabledReason: string | null;
}

export const leavePage = (url: string): void => location.assign(url);

export function GoogleSignIn(props: GoogleSignInProps) {
  const { redirectTo, telegramToken, disabledReason, onFailure, leave = leavePage } = props;
  const { t } = useTranslation(['guest', 'common']);
  const hint = useId();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    // The back button restores the page with the busy button.
    const cameBack = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    window.addEventListener('pageshow', cameBack);
    return () => window.removeEventListener('pageshow', cameBack);
  }, []);

  const start = async () => {
    setBusy(true);
    notify.dismiss('sign-in-error');
    try {
      leave(await startSignIn('google', redirectTo, telegramToken));
    } catch (failure) {
      setBusy(false);
      const message = failureText(failure, t('login.googleFailed'));
      notify.error(t('common:error.title'), { id: 'sign-in-error', description: message });
      onFailure(message);
    }
  };

  return (
    <div>
      <Button
        size="large"
        wide
        icon={<GoogleLogo />}
        busy={busy}
        busyLabel={t('login.googleBusy')}
        disabled={disabledReason !== null}
        aria-describedby={disabledReason ? hint : undefined}
        onClick={() => void start()}
      >
        {t('login.google')}
      </Button>
      {disabledReason ? <SignInHint id={hint}>{disabledReason}</SignInHint> : null}
    </div>
  );
}
