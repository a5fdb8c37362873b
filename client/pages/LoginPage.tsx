/** Sign-in page (/login) with the providers that the server names, beside the splash video (specification, section 2). */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ColourModeButton, LanguageSwitch } from '../app/HeaderControls.tsx';
import { paths, safeReturnPath } from '../app/paths.ts';
import { clientSettings } from '../browser/environment.ts';
import { refreshCurrentUser } from '../browser/currentUser.ts';
import type { SignInResult } from '../browser/signIn.ts';
import { Button } from '../design/Button.tsx';
import { TelegramLogo } from '../design/brandLogos.tsx';
import { Notice } from '../design/Notice.tsx';
import { notify } from '../design/notify.ts';
import { Wordmark } from '../design/Wordmark.tsx';
import { ProviderSignIn } from '../features/signIn/ProviderSignIn.tsx';
import { inAppBrowser } from '../features/signIn/inAppBrowser.ts';
import { needsReauthentication } from '../browser/signedOut.ts';
import { loginFailureText } from '../features/signIn/loginFailure.ts';
import {
  DeveloperSignInSlot,
  LoginLayout,
  LoginLegal,
  LoginTools,
  SignInOptions,
} from '../features/signIn/LoginLayout.tsx';
import { TelegramSignIn } from '../features/signIn/TelegramSignIn.tsx';
import { useTelegramReturn } from '../features/signIn/telegramReturn.ts';
import { lazyComponent, optionalLazyComponent } from '../design/lazyComponent.tsx';
import { QuoteSlot } from '../features/quotes/QuoteSlot.tsx';
import { SplashVideo } from '../features/splash/SplashVideo.tsx';

/** Parts that most visitors never see are loaded on demand. */
const DeveloperSignIn = lazyComponent(
  () => import('../features/signIn/DeveloperSignIn.tsx').then((part) => part.DeveloperSignIn),
  <DeveloperSignInSlot />,
);
const ConfirmSignIn = lazyComponent(() =>
  import('../features/signIn/ConfirmSignIn.tsx').then((part) => part.ConfirmSignIn),
);
const InAppBrowserHint = optionalLazyComponent(() =>
  import('../features/signIn/InAppBrowserHint.tsx').then((part) => part.InAppBrowserHint),
);

export function LoginPage() {
  const { t } = useTranslation('guest');
  const settings = clientSettings();
  const location = useLocation();
  const navigate = useNavigate();
  const platform = inAppBrowser();
  const query = new URLSearchParams(location.search);
  const place = safeReturnPath(query.get('from'));
  const [telegramToken] = useState(() => query.get('telegramToken'));
  const arrived = loginFailureText(location.state, t);
  const [failure, setFailure] = useState<string | null>(arrived);
  const told = useRef<string | null>(null);

  const enter = ({ redirectTo }: SignInResult) =>
    void navigate(redirectTo ? safeReturnPath(redirectTo) : place, { replace: true });

  useEffect(() => {
    // The Back button may bring the page back as it was before the sign-in.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      refreshCurrentUser().then(
        (user) => user && void navigate(place, { replace: true }),
        (fault: unknown) => console.info('The signed-in user could not be loaded', fault),
      );
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [navigate, place]);

  useEffect(() => {
    if (!arrived || told.current === location.key) return;
    told.current = location.key;
    notify.error(t('login.errorTitle'), { description: arrived, id: 'sign-in-error' });
  }, [arrived, location.key, t]);

  const waiting = useTelegramReturn({ onSignedIn: enter, onFailure: setFailure });
  const heading = useRef<HTMLHeadingElement>(null);
  const isForeign = waiting?.isFromLink ?? false;
  const wasForeign = useRef(isForeign);
  useEffect(() => {
    if (wasForeign.current && !isForeign) heading.current?.focus();
    wasForeign.current = isForeign;
  }, [isForeign]);
  const withWidget = settings.telegramBotName !== null && !settings.telegramOpenId;

  if (waiting?.isFromLink) {
    return (
      <ConfirmSignIn
        name={waiting.name}
        detail={waiting.username}
        busy={waiting.busy}
        onProceed={waiting.proceed}
        onCancel={waiting.drop}
      />
    );
  }
  const googleOff = settings.signInProviders.includes('google') ? null : t('login.googleOff');
  // In the browser of another app the others do not work, and Google only says why.
  const others = platform ? [] : settings.signInProviders.filter((name) => name !== 'google');
  return (
    <LoginLayout video={<SplashVideo />}>
      <LoginTools>
        <Wordmark />
        <LanguageSwitch />
        <ColourModeButton />
      </LoginTools>
      <h1 ref={heading} tabIndex={-1}>
        {t('login.heading')}
      </h1>
      <p>{t('login.restricted')}</p>
      {platform ? <InAppBrowserHint platform={platform} /> : null}
      {failure ? (
        <Notice tone="danger" title={t('login.errorTitle')}>
          {failure}
        </Notice>
      ) : null}
      {!failure && needsReauthentication() ? (
        <Notice tone="warning">
          {platform ? t('refusals.reauthenticationRequired') : t('login.confirmWithGoogle')}
        </Notice>
      ) : null}
      <SignInOptions aria-label={t('login.methods')}>
        {waiting && withWidget ? (
          <Button
            size="large"
            wide
            variant="primary"
            icon={<TelegramLogo />}
            busy={waiting.busy}
            busyLabel={t('login.developer.busy')}
            onClick={waiting.proceed}
          >
            {t('login.continueAs', { name: waiting.name })}
          </Button>
        ) : null}
        <ProviderSignIn
          provider="google"
          redirectTo={place}
          telegramToken={telegramToken}
          disabledReason={platform ? t('login.googleEmbedded') : googleOff}
          onFailure={setFailure}
        />
        {others.map((provider) =>
          provider === 'telegram' ? (
            <TelegramSignIn
              key={provider}
              botName={settings.telegramBotName}
              openId={settings.telegramOpenId}
              showsWidget={query.get('with') === 'telegram'}
              redirectTo={place}
              onFailure={setFailure}
            />
          ) : (
            <ProviderSignIn
              key={provider}
              provider={provider}
              redirectTo={place}
              telegramToken={telegramToken}
              onFailure={setFailure}
            />
          ),
        )}
        {settings.developerSignIn ? (
          <DeveloperSignIn onSignedIn={enter} onFailure={setFailure} />
        ) : null}
      </SignInOptions>
      <LoginLegal aria-label={t('login.legalLinks')}>
        <Link to={paths.termsOfService}>{t('login.terms')}</Link>
        <Link to={paths.privacyPolicy}>{t('login.privacy')}</Link>
      </LoginLegal>
      <QuoteSlot />
    </LoginLayout>
  );
}
