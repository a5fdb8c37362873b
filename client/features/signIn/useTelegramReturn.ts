/** Completes a sign-in with Telegram's widget. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readTelegramLogin,
  failureText,
  signInWithTelegram,
  type TelegramLogin,
  type SignInResult,
} from '../../browser/signIn.ts';
import { exchangeOnce } from './useExchange.ts';
import {
  clearNonce,
  parseTelegramReturn,
  isReturnToThisTab,
  stripTelegramReturn,
} from './telegramReturn.ts';

interface Options {
  onSignedIn: (signedIn: SignInResult) => void;
  onFailure: (message: string) => void;
}

interface PendingLogin {
  /** Name in Telegram. */
  name: string;
  /** With @; null without a username. */
  username: string | null;
  /** Came by a link that this tab did not request. */
  isFromLink: boolean;
  busy: boolean;
  proceed: () => void;
  drop: () => void;
}

const nameOf = ({ first_name: first, last_name: last, username }: TelegramLogin): string =>
  [first, last].filter(Boolean).join(' ') || (username ? `@${username}` : 'Telegram');

/** Returns the login that waits for a confirmation; null without one. */
export function useTelegramReturn({ onSignedIn, onFailure }: Options): PendingLogin | null {
  const { t } = useTranslation('guest');
  const [arrival] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { login: parseTelegramReturn(query), isAsked: isReturnToThisTab(query) };
  });
  const [foreign, setForeign] = useState(arrival.isAsked ? null : arrival.login);
  const [kept, setKept] = useState(() => (arrival.login ? null : readTelegramLogin()));
  const [busy, setBusy] = useState(false);

  const settle = (signingIn: Promise<SignInResult>) =>
    signingIn.then(onSignedIn, (fault: unknown) => {
      console.error('The Telegram sign-in failed', fault);
      setBusy(false);
      setForeign(null);
      setKept(readTelegramLogin());
      onFailure(failureText(fault, t('login.providers.telegram.startFailed')));
    });
  const finish = useRef<(login: TelegramLogin) => void>(() => undefined);
  useEffect(() => {
    finish.current = (login) =>
      void settle(exchangeOnce(login.hash, () => signInWithTelegram(login)));
  });
  useEffect(() => {
    const { login, isAsked } = arrival;
    if (!login) return;
    const rest = stripTelegramReturn(new URLSearchParams(location.search));
    history.replaceState(history.state, '', location.pathname + rest);
    clearNonce();
    if (isAsked) finish.current(login);
  }, [arrival]);

  const login = foreign ?? kept;
  if (!login) return null;
  return {
    name: nameOf(login),
    username: login.username ? `@${login.username}` : null,
    isFromLink: foreign !== null,
    busy,
    proceed: () => {
      setBusy(true);
      void settle(signInWithTelegram(login));
    },
    drop: () => setForeign(null),
  };
}
