/** Bot link for this account, renewed after a failure and before it expires. */
import { useCallback, useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../design/notify.ts';
import { failureText, serverMessageText } from '../../browser/graphqlFailure.ts';
import { GenerateTelegramInviteDocument } from './generated.ts';
import * as limits from '../../limits/generated.ts';

/** Renewal after 90 % of the lifetime. */
const inviteRenewalMs = 0.9 * limits.telegramLinkMs;

export interface Invite {
  link: string | null;
  failure: string | null;
  retry: () => void;
}

export function useInvite(): Invite {
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
