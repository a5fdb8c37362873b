/** Sign-in with Telegram's widget: what it adds to the return URL, and its completion. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readTelegramLogin,
  failureText,
  signInWithTelegram,
  type TelegramLogin,
  type SignInResult,
} from '../../browser/signIn.ts';
import { randomId } from '../../browser/randomId.ts';
import { exchangeOnce } from './useExchange.ts';

const fields = [
  'id',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'auth_date',
  'hash',
] as const;

/** All fields as received; null for other URLs. */
function parseTelegramReturn(query: URLSearchParams): TelegramLogin | null {
  if (!query.has('id') || !query.has('auth_date') || !query.has('hash')) return null;
  const received = fields.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(received) as TelegramLogin;
}

/** Nonce that ties a return to the widget of this tab. */
const nonceParameter = 'asked';
const nonceKey = 'telegramAsked';

/** Return URL with the nonce of this tab. */
export function createReturnUrl(redirectTo: string): string {
  const nonce = sessionStorage.getItem(nonceKey) ?? randomId();
  sessionStorage.setItem(nonceKey, nonce);
  const back = new URL(location.pathname, location.origin);
  back.searchParams.set('from', redirectTo);
  back.searchParams.set(nonceParameter, nonce);
  return back.href;
}

/** False for a link made by somebody else. */
function isReturnToThisTab(query: URLSearchParams): boolean {
  const nonce = sessionStorage.getItem(nonceKey);
  return nonce !== null && query.get(nonceParameter) === nonce;
}

/** A nonce is valid once. */
const clearNonce = (): void => sessionStorage.removeItem(nonceKey);

/** Query string without the parameters of Telegram. */
function stripTelegramReturn(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of [...fields, nonceParameter]) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}

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
