/** API tokens: created, shown once, revoked. */
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Field, LimitedTextInput } from '../../design/Field.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Select } from '../../design/Select.tsx';
import { size } from '../../design/theme.ts';
import { useFocusRestore, useRowFocus } from '../../design/focusRestore.ts';
import {
  useCompaniesOfToolsQuery,
  useCreateServiceTokenMutation,
  useCreateToolTokenMutation,
  useRevokeToolTokenMutation,
  useMyToolTokensQuery,
  useToolTokensQuery,
  type TokenScope,
  type ToolTokenFragment,
} from './generated.ts';
import { formatRelativeShort, formatShortDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';

/** Its selects are as high as its text fields. */
const Fields = styled(Bar)`
  select {
    min-height: ${size.control};
    padding-block: 6px;
  }
`;

const Rows = styled(RecordList)`
  --columns: minmax(0, 2fr) auto minmax(0, 1fr) minmax(0, 1.3fr) minmax(0, 1.1fr) auto auto;

  &[data-with-owner] {
    --columns: minmax(0, 2fr) auto minmax(0, 0.9fr) minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 1fr)
      auto auto;
  }
`;

const ownScopes = ['read', 'write'] as const;
const scopes = [...ownScopes, 'admin'] as const;

/** Tokens of everybody, for admins. */
export function Tokens() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useToolTokensQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <TokenList
      title={t('admin.tokens.title')}
      tokens={data?.apiTokens}
      error={error}
      onMade={refetch}
      isAdminView
    />
  );
}

/** Tokens of the reader. */
export function OwnTokens() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useMyToolTokensQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <TokenList
      title={t('admin.tokens.own')}
      about={t('admin.tokens.about')}
      tokens={data?.myApiTokens}
      error={error}
      onMade={refetch}
    />
  );
}

interface TokenListProps {
  title: string;
  about?: string;
  /** Undefined until loaded. */
  tokens: readonly ToolTokenFragment[] | undefined;
  error: unknown;
  onMade: () => Promise<unknown>;
  /** Whether the list holds tokens of other people. */
  isAdminView?: boolean;
}

function TokenList({ title, about, tokens, error, onMade, isAdminView = false }: TokenListProps) {
  const { t } = useTranslation('dashboard');
  const [revoke, revoking] = useRevokeToolTokenMutation();
  const [openedAt] = useState(() => Date.now());
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState<ToolTokenFragment | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const restoreProps = useFocusRestore(() => field.current);
  const focus = useRowFocus<HTMLUListElement>(() => field.current);
  const revokeToken = async ({ id }: ToolTokenFragment) => {
    notify.dismiss('tokens');
    try {
      await revoke({ variables: { id } });
    } catch (failure) {
      notifyFailure(t('admin.tokens.failed'), failure);
    }
    setAsking(null);
  };
  return (
    <>
      <h3>{title}</h3>
      {about ? <p>{about}</p> : null}
      <TokenForm
        fieldRef={field}
        isAdminView={isAdminView}
        onMade={async (made) => {
          setSecret(made);
          await onMade();
        }}
      />
      {secret ? (
        <TokenSecret secret={secret} onClose={() => setSecret(null)} restoreProps={restoreProps} />
      ) : null}
      <QueryResult
        found={tokens}
        error={error}
        failure={t('admin.loadFailed')}
        empty={<EmptyState level={3} title={t('admin.tokens.empty')} />}
      />
      <Rows data-columns="" data-with-owner={isAdminView ? '' : undefined} {...focus.rows}>
        {tokens?.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            now={openedAt}
            showsOwner={isAdminView}
            onRevoke={() => setAsking(token)}
          />
        ))}
      </Rows>
      <AlertDialog
        open={asking !== null}
        title={t('admin.tokens.revokeTitle', { name: asking?.name ?? '' })}
        confirmLabel={t('admin.tokens.revoke')}
        busy={revoking.loading}
        onConfirm={() => asking && void revokeToken(asking)}
        onCancel={() => setAsking(null)}
        returnFocus={focus.next}
      >
        {t('admin.tokens.revokeText')}
      </AlertDialog>
    </>
  );
}

const notifyFailure = (title: string, failure: unknown) =>
  notify.error(title, { id: 'tokens', description: failureText(failure) });

interface TokenFormProps {
  fieldRef: RefObject<HTMLInputElement | null>;
  /** Whether the token may act for a tool of a company. */
  isAdminView: boolean;
  /** Called with the secret of the new token. */
  onMade: (secret: string | null) => Promise<unknown>;
}

function TokenForm({ fieldRef, isAdminView, onMade }: TokenFormProps) {
  const { t } = useTranslation('dashboard');
  const { isAdmin } = useSignedInUser();
  const [create, creating] = useCreateToolTokenMutation();
  const [createForTool, creatingForTool] = useCreateServiceTokenMutation();
  const { data: known } = useCompaniesOfToolsQuery({ skip: !isAdminView });
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  // Company of the tool that the token acts for; empty: the reader.
  const [company, setCompany] = useState('');
  const [days, setDays] = useState('90');
  const expiresInDays = Number.parseInt(days, 10);
  const isComplete = name.trim() !== '' && name.length <= limits.tokenName && expiresInDays > 0;
  const isBusy = creating.loading || creatingForTool.loading;

  const actFor = (key: string) => {
    setCompany(key);
    if (key && scope === 'admin') setScope('write');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    notify.dismiss('tokens');
    try {
      const variables = { name: name.trim(), scope, expiresInDays };
      const made = company
        ? (await createForTool({ variables: { ...variables, company } })).data?.createServiceToken
        : (await create({ variables })).data?.createApiToken;
      setName('');
      await onMade(made?.token ?? null);
    } catch (failure) {
      notifyFailure(t('admin.tokens.failed'), failure);
    }
  };
  return (
    <Fields as="form" onSubmit={(event: FormEvent) => void send(event)}>
      <LimitedTextInput
        label={t('admin.tokens.name')}
        limit={limits.tokenName}
        ref={fieldRef}
        text={name}
        onChange={setName}
      />
      {isAdminView ? (
        <Field label={t('admin.tokens.actsFor')}>
          {(control) => (
            <Select
              {...control}
              value={company}
              options={[
                { value: '', label: t('admin.tokens.me') },
                ...(known?.companies ?? []).map((one) => ({
                  value: one.key,
                  label: t('admin.tokens.toolOf', { company: one.name }),
                })),
              ]}
              onChange={actFor}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('admin.tokens.scope')}>
        {(control) => (
          <Select
            {...control}
            value={scope}
            options={(isAdmin && !company ? scopes : ownScopes).map((value) => ({
              value,
              label: t(`admin.tokens.scopes.${value}`),
            }))}
            onChange={setScope}
          />
        )}
      </Field>
      <Field label={t('admin.tokens.days')}>
        {(control) => (
          <TextInput
            {...control}
            type="number"
            min={1}
            max={limits.apiTokenDays}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={!isComplete} busy={isBusy}>
        {t('admin.tokens.create')}
      </Button>
    </Fields>
  );
}

/** Scrolls new content into view with the focus, because it may be below the fold on a phone. */
const focusOn = (element: HTMLElement | null) => element?.focus();

interface TokenSecretProps {
  secret: string;
  onClose: () => void;
  restoreProps: ReturnType<typeof useFocusRestore>;
}

function TokenSecret({ secret, onClose, restoreProps }: TokenSecretProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      (failure: unknown) => {
        console.info('The token could not be copied', failure);
        notify.error(t('admin.tokens.copyFailed'), { id: 'copy' });
      },
    );
  return (
    <section ref={focusOn} tabIndex={-1} aria-label={t('admin.tokens.once')} {...restoreProps}>
      <Notice
        tone="warning"
        title={t('admin.tokens.once')}
        actions={
          <>
            <Button onClick={() => void copy()}>{t('common:actions.copy')}</Button>
            <Button onClick={onClose}>{t('common:actions.close')}</Button>
          </>
        }
      >
        <code aria-label={t('admin.tokens.token')}>{secret}</code>
      </Notice>
    </section>
  );
}

interface TokenRowProps {
  token: ToolTokenFragment;
  /** Time of the comparison with the expiry, in milliseconds. */
  now: number;
  showsOwner: boolean;
  onRevoke: () => void;
}

function TokenRow({ token, now, showsOwner, onRevoke }: TokenRowProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const isExpired = new Date(token.expiresAt).getTime() < now;
  const state = token.revokedAt ? 'revoked' : isExpired ? 'expired' : 'active';
  return (
    <li>
      <strong>{token.name}</strong>
      <small>
        <code>{token.prefix}…</code>
        <span>{t(`admin.tokens.scopes.${token.scope}`)}</span>
        <span>
          {t('admin.tokens.expires', { date: formatShortDate(token.expiresAt, language) })}
        </span>
        <span>
          {token.lastUsedAt
            ? t('admin.tokens.used', { when: formatRelativeShort(token.lastUsedAt, language) })
            : t('admin.tokens.unused')}
          {token.isService ? (
            <>
              {' · '}
              <span>{t('admin.tokens.service')}</span>
            </>
          ) : null}
        </span>
        {showsOwner ? <span>{token.createdBy?.name}</span> : null}
      </small>
      <span>
        <Badge tone={state === 'active' ? 'success' : 'neutral'}>
          {t(`admin.tokens.${state}`)}
        </Badge>
      </span>
      {state === 'active' ? (
        <Bar>
          <Button aria-label={t('admin.tokens.revokeOf', { name: token.name })} onClick={onRevoke}>
            {t('admin.tokens.revoke')}
          </Button>
        </Bar>
      ) : null}
    </li>
  );
}
