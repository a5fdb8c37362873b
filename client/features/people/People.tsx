/** Admin list of people: search, disable with a reason, enable, sign out. */
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';
import { styled } from 'styled-components';
import { LogOut } from 'lucide-react';
import { parsePage, parseText } from '../../browser/parseAddress.ts';
import { Bar, FilterBar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { DataTable } from '../../design/DataTable.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { layout, space } from '../../design/theme.ts';
import { useLastPage } from '../../browser/listAddress.ts';
import { useRowFocus } from '../../design/focusRestore.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { formatDate, formatDateTime, formatRelativeShort } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { usePeopleQuery, type AccountRowFragment, type AccountStatus } from './generated.ts';
import { PersonDialog, type PersonAction } from './PersonDialog.tsx';

const tones: Record<Exclude<AccountStatus, 'active'>, BadgeTone> = {
  disabled: 'danger',
  unconfirmed: 'warning',
  outside: 'neutral',
};

interface Props {
  account: AccountRowFragment;
  onAct: (act: PersonAction) => void;
}

/** Row of one person in the admin list. */
function PersonRow({ account, onAct }: Props) {
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

/** The contacts take the room; on a phone the actions stand beside the name. */
const Table = styled(DataTable)`
  @media (min-width: ${layout.breakpoints.md}) {
    td[data-cut] {
      width: 40%;
    }
  }
  @media (min-width: ${layout.breakpoints.md}) and (max-width: calc(${layout.breakpoints.lg} - 1px)) {
    && th[data-line],
    && td:not([data-cut], [data-line]) {
      white-space: normal;
    }
    && td[data-cut] {
      width: 28%;
    }
  }
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    td p {
      display: inline;
    }
    td p:not(:first-child) {
      margin-inline-start: ${space[3]};
    }
    /* The actions of every row stand beside its name. */
    td[data-part='tools'] > div {
      flex-wrap: nowrap;
      gap: 0;
    }
    td[data-part='tools'] button {
      padding-inline: ${space[2]};
      white-space: nowrap;
    }
    td[data-part='tools'] button[data-icon-only] {
      min-width: 44px;
    }
    td[data-part='tools'] button[data-icon-only] > span {
      display: none;
    }
  }
`;

const perPage = 50;
const standings = ['active', 'disabled', 'unconfirmed', 'outside'] as const;

export function People() {
  const { t } = useTranslation(['dashboard', 'common']);
  const [params, setParams] = useSearchParams();
  const search = parseText(params.get('search'));
  const standing = standings.find((one) => one === params.get('standing')) ?? null;
  const page = parsePage(params.get('page'));
  const [typed, setTyped] = useState(search);
  const [asking, setAsking] = useState<{ act: PersonAction; account: AccountRowFragment } | null>(
    null,
  );
  const field = useRef<HTMLInputElement>(null);
  const focus = useRowFocus<HTMLTableSectionElement>(() => field.current);
  const { data, previousData, error, refetch } = usePeopleQuery({
    variables: { search, status: standing, page: page - 1 },
    fetchPolicy: 'cache-and-network',
  });
  const found = (data ?? previousData)?.accounts;
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / perPage));

  const go = (
    next: { search?: string; standing?: string | null; page?: number },
    options: NavigateOptions = {},
  ) => {
    const wanted = { search, standing, page: 1, ...next };
    const query = new URLSearchParams();
    if (wanted.search) query.set('search', wanted.search);
    if (wanted.standing) query.set('standing', wanted.standing);
    if (wanted.page > 1) query.set('page', String(wanted.page));
    setParams(query, options);
  };
  const isBeyond = useLastPage(page, data ? pages : null, (last) =>
    go({ page: last }, { replace: true }),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    go({ search: typed.trim() });
  };
  return (
    <>
      <FilterBar as="form" role="search" onSubmit={send}>
        <div>
          <TextInput
            ref={field}
            type="search"
            enterKeyHint="search"
            aria-label={t('admin.people.search')}
            placeholder={t('admin.people.searchShort')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Select
          aria-label={t('admin.people.standing')}
          value={standing ?? 'any'}
          options={[
            { value: 'any', label: t('admin.people.any') },
            ...standings.map((value) => ({ value, label: t(`admin.people.standings.${value}`) })),
          ]}
          onChange={(value) => go({ standing: value === 'any' ? null : value })}
        />
        <Button type="submit" size="small">
          {t('admin.people.find')}
        </Button>
      </FilterBar>
      <QueryResult
        found={isBeyond ? null : found?.accounts}
        error={error}
        failure={t('admin.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 320 }} />}
        empty={<EmptyState level={3} title={t('admin.people.empty')} />}
      />
      {found && found.accounts.length > 0 ? (
        <Table aria-label={t('admin.people.list')}>
          <thead>
            <tr>
              {(['name', 'contact', 'company', 'standing', 'seen'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`admin.people.columns.${column}`)}
                </th>
              ))}
              <th scope="col">
                <VisuallyHidden>{t('admin.people.columns.actions')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody {...focus.rows}>
            {found.accounts.map((account) => (
              <PersonRow
                key={account.id}
                account={account}
                onAct={(act) => setAsking({ act, account })}
              />
            ))}
          </tbody>
        </Table>
      ) : null}
      {pages > 1 ? (
        <Bar as="nav" aria-label={t('admin.auditLog.pages')}>
          <Button disabled={page <= 1} onClick={() => go({ page: page - 1 })}>
            {t('admin.people.previous')}
          </Button>
          <Button disabled={page >= pages} onClick={() => go({ page: page + 1 })}>
            {t('admin.people.next')}
          </Button>
          <span>{t('admin.auditLog.page', { page, pages })}</span>
        </Bar>
      ) : null}
      {asking ? (
        <PersonDialog
          act={asking.act}
          account={asking.account}
          onDone={() => setAsking(null)}
          returnFocus={focus.next}
        />
      ) : null}
    </>
  );
}
