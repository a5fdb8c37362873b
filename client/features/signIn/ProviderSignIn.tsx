/** Sign-in button of a provider; the server begins the sign-in, so that it ends in this browser only. */
import { useEffect, useId, useState, type ReactElement } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { GoogleLogo, TelegramLogo } from '../../design/brandLogos.tsx';
import { notify } from '../../design/notify.ts';
import { failureText, startSignIn } from '../../browser/signIn.ts';
import { color, space, type } from '../../design/theme.ts';

/** Line below a sign-in button that says why it is disabled. */
const SignInHint = styled.p`
  padding-top: ${space[1]};
  color: ${color.textMuted};
  ${type.sm}
`;

export interface ProviderSignInProps {
  /** Name of the provider; its texts are `login.providers.<name>` of the locales. */
  provider: string;
  /** Place to return to. */
  redirectTo: string;
  /** Link token of the bot that the sign-in carries. */
  telegramToken?: string | null;
  /** Why the provider cannot be used here; null when it can. */
  disabledReason?: string | null;
  /** Address of the sign-in; by default the server's. */
  start?: () => Promise<string>;
  /** Receives the message of a failed start. */
  onFailure: (message: string) => void;
}

const logos: Record<string, ReactElement | undefined> = {
  google: <GoogleLogo />,
  telegram: <TelegramLogo />,
};

type ProviderText = 'label' | 'busy' | 'startFailed' | 'failed' | 'noCode';

/** Text of a provider: all providers have the same keys, so the types of one stand for all. */
export const providerText = (t: TFunction<'guest'>, provider: string, key: ProviderText): string =>
  t(`login.providers.${provider}.${key}` as 'login.providers.google.label');

export function ProviderSignIn(props: ProviderSignInProps) {
  const { provider, redirectTo, telegramToken, disabledReason = null, onFailure } = props;
  const { start = () => startSignIn(provider, redirectTo, telegramToken) } = props;
  const { t } = useTranslation('guest');
  const { t: common } = useTranslation('common');
  const hint = useId();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    // After the browser's back button the page is shown as it was left.
    const reset = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  const signIn = async () => {
    setBusy(true);
    notify.dismiss('sign-in-error');
    try {
      location.assign(await start());
    } catch (failure) {
      setBusy(false);
      const message = failureText(failure, providerText(t, provider, 'startFailed'));
      notify.error(common('error.title'), { id: 'sign-in-error', description: message });
      onFailure(message);
    }
  };

  return (
    <div>
      <Button
        size="large"
        wide
        icon={logos[provider]}
        busy={busy}
        busyLabel={providerText(t, provider, 'busy')}
        disabled={disabledReason !== null}
        aria-describedby={disabledReason ? hint : undefined}
        onClick={() => void signIn()}
      >
        {providerText(t, provider, 'label')}
      </Button>
      {disabledReason ? <SignInHint id={hint}>{disabledReason}</SignInHint> : null}
    </div>
  );
}
