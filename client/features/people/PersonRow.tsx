/** Row of one person in the admin list. */
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import type { AccountRowFragment, AccountStatus } from '../../generated.ts';
import { formatDate, formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { PersonAction } from './PersonDialog.tsx';

const tones: Record<AccountStatus, BadgeTone> = {
  active: 'success',
  disabled: 'danger',
  unconfirmed: 'warning',
  outside: 'neutral',
};

interface Props {
  account: AccountRowFragment;
  onAct: (act: PersonAction) => void;
}

export function PersonRow({ account, onAct }: Props) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { person, status: standing, lastSeenAt, disabledAt } = account;
  const isSelf = useSignedInUser().id === person.id;
  const { name } = person;
  const act = (one: PersonAction) => (
    <Button aria-label={t(`admin.people.${one}Of`, { name })} onClick={() => onAct(one)}>
      {t(`admin.people.${one}`)}
    </Button>
  );
  return (
    <li>
      <div data-part="head">
        <strong>{name}</strong>
        <Badge tone={tones[standing]}>{t(`admin.people.standings.${standing}`)}</Badge>
        {account.isAdmin ? <Badge>{t('admin.people.admin')}</Badge> : null}
        {account.isDemo ? <Badge>{t('admin.people.demo')}</Badge> : null}
      </div>
      <small>
        {person.email ? <span>{person.email}</span> : null}
        {person.telegramUsername ? <span>@{person.telegramUsername}</span> : null}
        {person.company ? <span>{person.company.name}</span> : null}
        {lastSeenAt ? (
          <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt, language)}>
            {t('admin.people.seen', { when: formatRelative(lastSeenAt, language) })}
          </time>
        ) : (
          <span>{t('admin.people.neverSeen')}</span>
        )}
        {account.sessionsCount > 0 ? (
          <span>{t('admin.people.sessions', { count: account.sessionsCount })}</span>
        ) : null}
        {account.apiTokensCount > 0 ? (
          <span>{t('admin.people.tokens', { count: account.apiTokensCount })}</span>
        ) : null}
      </small>
      {disabledAt ? (
        <p data-part="text">
          {t('admin.people.disabledWhy', {
            date: formatDate(disabledAt, language),
            who: account.disabledBy?.name ?? t('admin.people.commandLine'),
            reason: account.disabledReason ?? '',
          })}
        </p>
      ) : null}
      {isSelf ? null : (
        <div>
          {disabledAt ? act('enable') : act('disable')}
          {account.sessionsCount > 0 ? act('signOut') : null}
        </div>
      )}
    </li>
  );
}
