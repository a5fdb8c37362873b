// SQL for API tokens; only the hash of a token is stored.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { runPrepared } from '../../../database/preparedStatements.ts';
import type { Language } from '../../../shared/language.ts';
import {
  type AccountStatus,
  callerStatusSql,
  callerValues,
  type EntryRules,
} from '../accounts/accountStatus.store.ts';
import { callerColumns, type CallerRow, toCaller } from '../accounts/accounts.store.ts';
import type { Company, TokenScope, Unconfirmed, User } from '../accounts/accounts.ts';

export interface ApiToken {
  id: number;
  name: string;
  /** First characters of the token, to tell tokens apart. */
  prefix: string;
  scope: TokenScope;
  /** User for whom it acts: its maker, or the tool of a service token. */
  createdBy: number | null;
  /** Admin who made a service token, else null. */
  madeBy: number | null;
  isService: boolean;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

interface TokenRow {
  id: number;
  name: string;
  prefix: string;
  scope: TokenScope;
  created_by: number | null;
  made_by: number | null;
  is_service: boolean;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const tokenColumns = [
  'id',
  'name',
  'prefix',
  'scope',
  'created_by',
  'made_by',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
];

/** True for a token of a tool, even after its maker was deleted. */
const isService =
  'exists (select from users where users.id = api_tokens.created_by and is_tool) as is_service';

const toToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scope: row.scope,
  createdBy: row.created_by,
  madeBy: row.made_by,
  isService: row.is_service,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
});

export interface StoredToken {
  name: string;
  scope: TokenScope;
  prefix: string;
  tokenHash: Buffer;
  createdBy: number;
  /** Admin who made a service token, else null. */
  madeBy: number | null;
  createdAt: Date;
  expiresAt: Date;
  /** Language of the page that created it; null for a command. */
  language: Language | null;
}

interface OwnerRow extends CallerRow {
  token_id: number;
  token_name: string;
  token_language: Language | null;
  scope: TokenScope;
  last_used_at: Date | null;
  status: AccountStatus;
}

/** Prepared, because every request of a tool runs it first. */
const ownerStatement = {
  name: 'token_owners',
  text: `
    select ${callerColumns.join(', ')}, token.id as token_id, token.name as token_name, token.language as token_language,
      token.scope, token.last_used_at, entry.status
    from api_tokens as token
    join users on users.id = token.created_by
    left join companies on companies.key = users.company_key
    cross join lateral (
      select case
        -- A tool has access while the maker of its token is an active admin.
        when users.is_tool then case when users.disabled_at is null then (
          select ${callerStatusSql('$2', 3)} from users where users.id = token.made_by and is_admin) end
        else ${callerStatusSql('$2', 3)}
      end as status offset 0
    ) as entry
    where token_hash = $1 and expires_at > $2 and revoked_at is null
      and entry.status in ('active', 'unconfirmed')`,
};

interface TokenOwner {
  tokenId: number;
  tokenName: string;
  tokenLanguage: Language | null;
  scope: TokenScope;
  lastUsedAt: Date | null;
  user: User;
  company: Company | null;
  /** Person who must sign in with the provider first; null for nobody. */
  unconfirmed: Unconfirmed | null;
}

export class ApiTokensStore {
  private readonly db: Knex;
  private readonly rules: EntryRules;

  constructor(db: Knex, rules: EntryRules) {
    this.db = db;
    this.rules = rules;
  }

  /** Owner of a valid token, unless the account has no access. */
  async owner(tokenHash: Buffer, now: Date): Promise<TokenOwner | null> {
    const [row] = await runPrepared<OwnerRow>(this.db, ownerStatement, [
      tokenHash,
      now,
      ...callerValues(this.rules),
    ]);
    if (!row) return null;
    const unconfirmed = row.is_tool ? 'tokenMaker' : 'person';
    return {
      unconfirmed: row.status === 'unconfirmed' ? unconfirmed : null,
      tokenId: row.token_id,
      tokenName: row.token_name,
      tokenLanguage: row.token_language,
      scope: row.scope,
      lastUsedAt: row.last_used_at,
      ...toCaller(row),
    };
  }

  async insert(token: StoredToken): Promise<ApiToken> {
    const rows: TokenRow[] = await this.db('api_tokens')
      .insert({
        name: token.name,
        scope: token.scope,
        prefix: token.prefix,
        token_hash: token.tokenHash,
        created_by: token.createdBy,
        made_by: token.madeBy,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
        language: token.language,
      })
      .returning([...tokenColumns, this.db.raw(isService)]);
    return toToken(rows[0]!);
  }

  /**
   * Valid tokens, then ended ones up to `limits.lists.apiTokens` in total, each newest first.
   * @param userId one owner; null for all
   */
  async list(now: Date, userId: number | null = null): Promise<ApiToken[]> {
    const { rows } = await this.db.raw<{ rows: TokenRow[] }>(
      `select * from (
       select ${tokenColumns.join(', ')}, ${isService}, revoked_at is null and expires_at > :now as works,
         row_number() over (order by revoked_at is null and expires_at > :now desc, id desc) as place
       from api_tokens where cast(:userId as int) is null or created_by = :userId
     ) as token where works or place <= :most order by place`,
      { now, userId, most: limits.lists.apiTokens },
    );
    return rows.map(toToken);
  }

  /** Number of a person's valid tokens; locks out other counts until the end of the transaction. */
  async countWorking(userId: number, now: Date): Promise<number> {
    await this.db('users').where({ id: userId }).forUpdate().first('id');
    const [row] = await this.db('api_tokens')
      .where({ created_by: userId, revoked_at: null })
      .where('expires_at', '>', now)
      .count('*', { as: 'count' });
    return Number(row?.['count']);
  }

  /** Locks the row until the transaction ends. */
  async byId(id: number): Promise<ApiToken | null> {
    const row: TokenRow | undefined = await this.db('api_tokens')
      .where({ id })
      .forUpdate()
      .first([...tokenColumns, this.db.raw(isService)]);
    return row ? toToken(row) : null;
  }

  async revoke(id: number, now: Date): Promise<void> {
    await this.db('api_tokens').where({ id }).update({ revoked_at: now });
  }

  /** Revokes all tokens that a person created, including service tokens. */
  async revokeAllOf(userId: number, now: Date): Promise<void> {
    await this.db('api_tokens')
      .where((made) => void made.where({ created_by: userId }).orWhere({ made_by: userId }))
      .whereNull('revoked_at')
      .update({ revoked_at: now });
  }

  /** Number of valid service tokens; locks out other counts until the end of the transaction. */
  async countServices(now: Date): Promise<number> {
    await this.db.raw(`select pg_advisory_xact_lock(hashtext('service tokens'))`);
    const [row] = await this.db('api_tokens')
      .whereNotNull('made_by')
      .whereNull('revoked_at')
      .where('expires_at', '>', now)
      .count('*', { as: 'count' });
    return Number(row?.['count']);
  }

  /** Creates the account of a company's tool, which nobody can use to sign in; null for an unknown company. */
  async addTool(name: string, companyKey: string): Promise<number | null> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `insert into users (name, company_key, is_tool)
     select :name, key, true from companies where key = :companyKey returning id`,
      { name, companyKey },
    );
    return rows[0]?.id ?? null;
  }

  async touch(tokenId: number, now: Date): Promise<void> {
    await this.db('api_tokens').where({ id: tokenId }).update({ last_used_at: now });
  }
}
