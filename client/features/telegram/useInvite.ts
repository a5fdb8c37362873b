/** The link that opens the bot for this account; made anew when it failed, or when it is about to expire. */
import { useCallback, useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../design/notify.ts';
import { failureText, serverMessageText } from '../../browser/graphqlFailure.ts';
import { GenerateTelegramInviteDocument } from './generated.ts';
import * as limits from '../../limits/generated.ts';

/** A tenth of its life before the link ends. */
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

  const make = useCallback(async (): Promise<void> => {
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
      console.info('No link to the bot', raised);
      fail(failureText(raised, otherwise));
    }
  }, [client, otherwise]);

  useEffect(() => {
    // A moment later: a development build mounts twice, and each link ends the one before it.
    const start = setTimeout(() => void make(), 0);
    const renewal = setInterval(() => void make(), inviteRenewalMs);
    return () => {
      clearTimeout(start);
      clearInterval(renewal);
    };
  }, [make]);

  const retry = () => {
    setFailure(null);
    void make();
  };
  return { link, failure, retry };
}
