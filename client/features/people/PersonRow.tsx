/** Row of one person in the admin list. */
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import type { AccountRowFragment, AccountStatus } from './generated.ts';
import { formatDate, formatDateTime, formatRelativeShort } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { PersonAction } from './PersonDialog.tsx';

const tones: Record<Exclude<AccountStatus, 'active'>, BadgeTone> = {
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
  const contact = [
    person.email,
    person.telegramUsername ? `@${person.telegramUsername}` : null,
  ].filter(Boolean);
  const access = [
    account.sessionsCount > 0 ? t('admin.people.sessions', { count: account.sessionsCount }) : null,
    account.apiTokensCount > 0 ? t('admin.people.tokens', { count: account.apiTokensCount }) : null,
  ].filter(Boolean);
  const act = (one: PersonAction) => (
    <Button
      variant="ghost"
      aria-label={t(`admin.people.${one}Of`, { name })}
      title={one === 'signOut' ? t('admin.people.signOut') : undefined}
      data-icon-only={one === 'signOut' ? '' : undefined}
      icon={one === 'signOut' ? <LogOut size={16} aria-hidden="true" /> : null}
      onClick={() => onAct(one)}
    >
      <span>{t(`admin.people.${one}`)}</span>
    </Button>
  );
  return (
    <tr>
      <th scope="row" data-line>
        <strong>{name}</strong> {account.isDemo ? <small>{t('admin.people.demo')}</small> : null}
      </th>
      <td data-cut title={contact.join(', ')}>
        {contact.join(', ')}
      </td>
      <td>{person.company?.name}</td>
      <td>
        {account.isAdmin && standing === 'active' ? (
          <Badge tone="accent">{t('admin.people.admin')}</Badge>
        ) : standing === 'active' ? (
          <p>{t('admin.people.standings.active')}</p>
        ) : (
          <Badge tone={tones[standing]}>{t(`admin.people.standings.${standing}`)}</Badge>
        )}
        {disabledAt ? (
          <p>
            {t('admin.people.disabledWhy', {
              date: formatDate(disabledAt, language),
              who: account.disabledBy?.name ?? t('admin.people.commandLine'),
              reason: account.disabledReason ?? '',
            })}
          </p>
        ) : null}
      </td>
      <td>
        {lastSeenAt ? (
          <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt, language)}>
            {formatRelativeShort(lastSeenAt, language)}
          </time>
        ) : (
          t('admin.people.neverSeen')
        )}{' '}
        {access.length > 0 ? <p>{access.join(', ')}</p> : null}
      </td>
      <td data-part="tools" data-line>
        {isSelf ? null : (
          <div>
            {account.sessionsCount > 0 ? act('signOut') : null}
            {disabledAt ? act('enable') : act('disable')}
          </div>
        )}
      </td>
    </tr>
  );
}
