/** API tokens: created, shown once, revoked. */
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/AlertDialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Field } from '../../design/Field.tsx';
import { LimitedTextInput } from '../../design/LimitedTextInput.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Select } from '../../design/Select.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useKeptFocus } from '../../design/useFocusRestore.ts';
import { useRowFocus } from '../../design/useRowFocus.ts';
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
import { formatDate, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';

const ownScopes = ['read', 'write'] as const;
const scopes = [...ownScopes, 'admin'] as const;

/** What has appeared is brought into sight with the focus: on a phone it would stand below what is seen. */
const focusOn = (element: HTMLElement | null) => element?.focus();

/** Everybody's, for admins. */
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

/** The reader's own. */
export function OwnTokens() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useMyToolTokensQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <>
      <p>{t('admin.tokens.about')}</p>
      <TokenList
        title={t('admin.tokens.own')}
        tokens={data?.myApiTokens}
        error={error}
        onMade={refetch}
      />
    </>
  );
}

interface TokenListProps {
  title: string;
  /** Undefined until they are known. */
  tokens: readonly ToolTokenFragment[] | undefined;
  error: unknown;
  onMade: () => Promise<unknown>;
  /** Whether those of other people stand there, too. */
  isAdminView?: boolean;
}

function TokenList({ title, tokens, error, onMade, isAdminView = false }: TokenListProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const { isAdmin } = useSignedInUser();
  const [create, creating] = useCreateToolTokenMutation();
  const [createForTool, creatingForTool] = useCreateServiceTokenMutation();
  const { data: known } = useCompaniesOfToolsQuery({ skip: !isAdminView });
  const [revoke, revoking] = useRevokeToolTokenMutation();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  // The company of the tool that it acts for; empty: it acts for the reader.
  const [company, setCompany] = useState('');
  const [days, setDays] = useState('90');
  const [openedAt] = useState(() => Date.now());
  const [secret, setSecret] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const kept = useKeptFocus(() => field.current);
  const focus = useRowFocus<HTMLUListElement>(() => field.current);
  const [asking, setAsking] = useState<ToolTokenFragment | null>(null);
  const expiresInDays = Number.parseInt(days, 10);
  const isComplete = name.trim() !== '' && name.length <= limits.tokenName && expiresInDays > 0;
  const isBusy = creating.loading || creatingForTool.loading;

  const actFor = (key: string) => {
    setCompany(key);
    if (key && scope === 'admin') setScope('write');
  };

  const refuse = (failure: unknown) => {
    const description = failureText(failure);
    notify.error(t('admin.tokens.failed'), { id: 'tokens', description });
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
      setSecret(made?.token ?? null);
      setName('');
      await onMade();
    } catch (failure) {
      refuse(failure);
    }
  };
  const end = async (token: ToolTokenFragment) => {
    notify.dismiss('tokens');
    try {
      await revoke({ variables: { id: token.id } });
    } catch (failure) {
      refuse(failure);
    }
    setAsking(null);
  };
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      (failure: unknown) => {
        console.info('The token could not be copied', failure);
        notify.error(t('admin.tokens.copyFailed'), { id: 'copy' });
      },
    );
  const stateOf = (token: ToolTokenFragment) => {
    if (token.revokedAt) return 'revoked';
    return new Date(token.expiresAt).getTime() < openedAt ? 'expired' : 'active';
  };
  return (
    <>
      <h3>{title}</h3>
      <Bar as="form" onSubmit={(event: FormEvent) => void send(event)}>
        <LimitedTextInput
          label={t('admin.tokens.name')}
          limit={limits.tokenName}
          ref={field}
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
      </Bar>
      {secret ? (
        <section ref={focusOn} tabIndex={-1} aria-label={t('admin.tokens.once')} {...kept}>
          <Notice
            tone="warning"
            title={t('admin.tokens.once')}
            actions={
              <>
                <Button onClick={() => void copy(secret)}>{t('common:actions.copy')}</Button>
                <Button onClick={() => setSecret(null)}>{t('common:actions.close')}</Button>
              </>
            }
          >
            <code aria-label={t('admin.tokens.token')}>{secret}</code>
          </Notice>
        </section>
      ) : null}
      <QueryResult
        found={tokens}
        error={error}
        failure={t('admin.loadFailed')}
        empty={<EmptyState level={3} title={t('admin.tokens.empty')} />}
      />
      <RecordList {...focus.rows}>
        {tokens?.map((token) => (
          <li key={token.id}>
            <div data-part="head">
              <strong>{token.name}</strong>
              <Badge tone={stateOf(token) === 'active' ? 'success' : 'neutral'}>
                {t(`admin.tokens.${stateOf(token)}`)}
              </Badge>
            </div>
            <small>
              <code>{token.prefix}…</code>
              <span>{t(`admin.tokens.scopes.${token.scope}`)}</span>
              <span>
                {t('admin.tokens.expires', { date: formatDate(token.expiresAt, language) })}
              </span>
              <span>
                {token.lastUsedAt
                  ? t('admin.tokens.used', { when: formatRelative(token.lastUsedAt, language) })
                  : t('admin.tokens.unused')}
              </span>
              {token.isService ? <span>{t('admin.tokens.service')}</span> : null}
              {isAdminView ? <span>{token.createdBy?.name}</span> : null}
            </small>
            {stateOf(token) === 'active' ? (
              <div>
                <Button
                  aria-label={t('admin.tokens.revokeOf', { name: token.name })}
                  onClick={() => setAsking(token)}
                >
                  {t('admin.tokens.revoke')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </RecordList>
      <AlertDialog
        open={asking !== null}
        title={t('admin.tokens.revokeTitle', { name: asking?.name ?? '' })}
        confirmLabel={t('admin.tokens.revoke')}
        busy={revoking.loading}
        onConfirm={() => asking && void end(asking)}
        onCancel={() => setAsking(null)}
        returnFocus={focus.next}
      >
        {t('admin.tokens.revokeText')}
      </AlertDialog>
    </>
  );
}
