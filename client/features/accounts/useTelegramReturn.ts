/**
 * Signing in with what Telegram's widget handed over: at once when it has just come; by a press when it waited in this
 * browser because the server could not be reached (docs/decisions/0026).
 */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTelegramLogin, type TelegramLogin } from '../../browser/storedTelegramLogin.ts';
import { failureText, signInWithTelegram, type SignedIn } from '../../browser/signIn.ts';
import { once } from './once.ts';
import { readTelegramReturn, withoutTelegramReturn } from './telegramReturn.ts';

interface Options {
  onSignedIn: (signedIn: SignedIn) => void;
  onFailure: (message: string) => void;
}

interface KeptLogin {
  /** As Telegram calls the person. */
  name: string;
  busy: boolean;
  proceed: () => void;
}

const nameOf = ({ first_name: first, last_name: last, username }: TelegramLogin): string =>
  [first, last].filter(Boolean).join(' ') || (username ? `@${username}` : 'Telegram');

/** Answers the login that waits for a press; null when there is none. */
export function useTelegramReturn({ onSignedIn, onFailure }: Options): KeptLogin | null {
  const { t } = useTranslation('guest');
  const [returned] = useState(() => readTelegramReturn(new URLSearchParams(location.search)));
  const [kept, setKept] = useState(() => (returned ? null : readTelegramLogin()));
  const [busy, setBusy] = useState(false);

  const settle = (signingIn: Promise<SignedIn>) =>
    signingIn.then(onSignedIn, (fault: unknown) => {
      console.error('The Telegram sign-in failed', fault);
      setBusy(false);
      setKept(readTelegramLogin());
      onFailure(failureText(fault, t('login.telegramFailed')));
    });
  const finish = useRef<(login: TelegramLogin) => void>(() => undefined);
  useEffect(() => {
    finish.current = (login) => void settle(once(login.hash, () => signInWithTelegram(login)));
  });
  useEffect(() => {
    if (!returned) return;
    const rest = withoutTelegramReturn(new URLSearchParams(location.search));
    history.replaceState(history.state, '', location.pathname + rest);
    finish.current(returned);
  }, [returned]);

  if (!kept) return null;
  return {
    name: nameOf(kept),
    busy,
    proceed: () => {
      setBusy(true);
      void settle(signInWithTelegram(kept));
    },
  };
}
