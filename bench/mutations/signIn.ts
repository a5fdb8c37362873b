// Mistakes that break the promises of the group “Signing in”.
import { breaking } from './mutation.ts';

const listening = 'server/faults/listening.long.test.ts';
const exchange = 'server/domain/accounts/googleExchange.test.ts';
const identity = 'server/domain/accounts/googleIdentity.test.ts';
const sessions = 'server/domain/accounts/sessions.test.ts';
const adminLoss = 'server/domain/accounts/adminLoss.test.ts';
const bot = 'server/domain/accounts/telegramBot.test.ts';
const standing = 'server/domain/accounts/standing.test.ts';
const demo = 'server/domain/accounts/demoInProduction.test.ts';
const ownSessions = 'server/domain/accounts/ownSessions.test.ts';
const safety = 'server/domain/accounts/signInSafety.test.ts';
const telegram = 'server/domain/accounts/telegramSignIn.test.ts';
const webhook = 'server/domain/accounts/telegramWebhook.test.ts';

export const signIn = [
  ...breaking(
    'A1',
    { file: exchange, name: 'A1' },
    {
      mistake: 'the state is not compared',
      file: 'server/domain/accounts/signIn.service.ts',
      find: 'if (state !== null && state !== undefined && !equalSecrets(state, attempt.state))',
      replace: 'if (state === attempt.codeVerifier)',
    },
    {
      mistake: 'no code challenge is sent',
      file: 'server/integrations/openId/openIdProvider.ts',
      find: `        code_challenge: await openId.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
`,
      replace: '',
    },
    {
      mistake: 'a sign-in that was ended can be ended again',
      file: 'server/domain/accounts/signIn.store.ts',
      find: '.where({ token_hash: tokenHash, provider, used_at: null })',
      replace: '.where({ token_hash: tokenHash, provider })',
    },
    {
      mistake: 'a sign-in may be ended hours later',
      file: 'server/domain/accounts/signIn.store.ts',
      find: `      .where('expires_at', '>', now)
      .update({ used_at: now })
      .returning(['provider',`,
      replace: `      .update({ used_at: now })
      .returning(['provider',`,
    },
  ),
  ...breaking(
    'A2',
    { file: exchange, name: 'A2' },
    {
      mistake: 'the signature of the ID token is not checked',
      file: 'server/integrations/openId/openIdProvider.ts',
      find: '    openId.enableNonRepudiationChecks(configuration);\n',
      replace: '',
    },
    {
      mistake: 'the nonce is not checked',
      file: 'server/integrations/openId/openIdProvider.ts',
      find: '              expectedNonce: binding.nonce,\n',
      replace: '',
    },
    {
      mistake: 'an ID token may be from the future',
      file: 'server/integrations/openId/openIdProvider.ts',
      find: 'if (!claims || claims.iat > latest) {',
      replace: 'if (!claims) {',
    },
  ),
  ...breaking(
    'A3',
    { file: identity, name: 'A3' },
    {
      mistake: 'an address finds the account that has it',
      file: 'server/domain/accounts/signInRooms.ts',
      find: 'const known = await rooms.people.find(identity);\n  const hostedDomain',
      replace:
        "const [namesake] = await rooms.people.releaseEmail(person.email?.toLowerCase() ?? '', 0, now);\n  const known = (await rooms.people.find(identity)) ?? namesake ?? null;\n  const hostedDomain",
    },
    {
      mistake: 'an address that is not proven counts',
      file: 'server/domain/accounts/signInRules.ts',
      find: 'return person.isEmailVerified && isFit ? email : null;',
      replace: 'return isFit ? email : null;',
    },
    {
      mistake: 'the rights of an address go over with it',
      file: 'server/domain/accounts/identities.store.ts',
      find: '.update({ email: null, is_admin: false, updated_at: now });',
      replace: '.update({ email: null, updated_at: now });',
    },
    {
      mistake: 'a person is known by the subject alone, whoever the issuer is',
      file: 'server/domain/accounts/identities.store.ts',
      find: `.where({ 'identities.issuer': identity.issuer, 'identities.subject': identity.subject })`,
      replace: `.where({ 'identities.subject': identity.subject })`,
    },
  ),
  ...breaking(
    'A5',
    { file: sessions, name: 'fixed session value' },
    {
      mistake: 'the session of before goes on beside the new one',
      file: 'server/http/session.ts',
      find: 'if (former) await services.sessions.close(former);',
      replace: '',
    },
  ),
  ...breaking(
    'A6',
    { file: sessions, name: 'A6' },
    {
      mistake: 'signing out forgets the cookie only',
      file: 'server/http/session.ts',
      find: `    const token = cookies.read(request, sessionCookie);
    if (token) await services.sessions.close(token);`,
      replace: '',
    },
    {
      mistake: 'a session that is idle goes on',
      file: 'server/domain/accounts/sessions.store.ts',
      find: ' and last_seen_at > asked.idle_since\n',
      replace: ' and asked.idle_since is not null\n',
    },
    {
      mistake: 'a session has no end',
      file: 'server/domain/accounts/sessions.store.ts',
      find: ' and expires_at > asked.now and',
      replace: ' and asked.now is not null and',
    },
    {
      mistake: 'rights of a session are remembered for a minute',
      file: 'server/domain/accounts/sessions.service.ts',
      find: 'const session = await store.find(tokenHash, now, new Date(now.getTime() - idleMs));',
      replace: `const found = (store as unknown as { kept?: Map<string, Awaited<ReturnType<typeof store.find>>> });
    const kept = (found.kept ??= new Map());
    const key = tokenHash.toString('hex');
    const session = kept.get(key) ?? (await store.find(tokenHash, now, new Date(now.getTime() - idleMs)));
    kept.set(key, session);`,
      test: { file: adminLoss, name: '' },
    },
    {
      mistake: 'a token of an admin who is none any more is an admin’s',
      file: 'server/domain/accounts/accounts.ts',
      find: `  viewer.user.isAdmin &&
  (viewer.via === 'session' || viewer.via === 'admin');`,
      replace: `  ((viewer.user.isAdmin && viewer.via === 'session') || viewer.via === 'admin');`,
      test: { file: adminLoss, name: '' },
    },
  ),
  ...breaking(
    'A7',
    { file: safety, name: 'A7' },
    {
      mistake: 'scripts may read the cookie',
      file: 'server/http/cookies.ts',
      find: '        httpOnly: true,\n',
      replace: '',
    },
    {
      mistake: 'the cookie has no prefix that binds it to the host',
      file: 'server/http/cookies.ts',
      find: '(secure ? `__Host-${name}` : name)',
      replace: 'name',
    },
    {
      mistake: 'the cookie travels without TLS',
      file: 'server/http/cookies.ts',
      find: '        secure,\n        sameSite',
      replace: '        sameSite',
    },
  ),
  ...breaking(
    'A8',
    { file: telegram, name: 'A8' },
    {
      mistake: 'a direct-access link works again and again',
      file: 'server/domain/accounts/signIn.store.ts',
      find: '.where({ token_hash: tokenHash, used_at: null })\n      .whereIn',
      replace: '.where({ token_hash: tokenHash })\n      .whereIn',
    },
    {
      mistake: 'a direct-access link works for an hour',
      file: 'server/limits.ts',
      find: 'directAccessMs: 5 * minute,',
      replace: 'directAccessMs: hour,',
    },
    {
      mistake: 'a direct-access link is kept as it is',
      file: 'server/shared/secrets.ts',
      find: `createHash('sha256').update(secret).digest();`,
      replace: 'Buffer.from(secret);',
    },
  ),
  ...breaking(
    'A9',
    { file: telegram, name: 'A9' },
    {
      mistake: 'the hash is not compared',
      file: 'server/integrations/telegram/loginWidget.ts',
      find: `if (!timingSafeEqual(given, Buffer.from(signLogin(login, botToken), 'hex'))) throw invalid();`,
      replace: '',
    },
    {
      mistake: 'a login of long ago counts',
      file: 'server/integrations/telegram/loginWidget.ts',
      find: 'if (age > oldest || age < -ahead)',
      replace: 'if (age < -ahead)',
    },
    {
      mistake: 'only the fields that are known are signed for',
      file: 'server/integrations/telegram/loginWidget.ts',
      find: `entry[0] !== 'hash' && typeof`,
      replace: `['id', 'auth_date'].includes(entry[0]) && typeof`,
    },
  ),
  ...breaking(
    'A10',
    { file: webhook, name: 'A10' },
    {
      mistake: 'a call without the secret is taken',
      file: 'server/integrations/telegram/botConnection.ts',
      find: 'if (secret === undefined || !equalSecrets(secret, webhookSecret)) {',
      replace: 'if (secret !== undefined && !equalSecrets(secret, webhookSecret)) {',
    },
    {
      mistake: 'an update is handled as often as it comes',
      file: 'server/domain/accounts/telegramBot.service.ts',
      find: /if \(!\(await rooms\.tokens\.markSeen[^\n]+\n(?= +const language = languageOfTelegram\(languageCode\);\n +const open)/,
      replace: '',
    },
  ),
  ...breaking(
    'A11',
    { file: safety, name: 'A11' },
    {
      mistake: 'production takes the setting that switches it on',
      file: 'server/settingGroups.ts',
      find: 'if (values.DEVELOPER_SIGN_IN === true) {',
      replace: 'if (false) {',
    },
    {
      mistake: 'it is there in production unless it is switched off',
      file: 'server/settingGroups.ts',
      find: `(values.APP_ENV !== 'production' && isOwnMachine && !hasOtherWay)`,
      replace: 'true',
    },
    {
      mistake: 'it is hidden and not closed',
      file: 'server/domain/accounts/accounts.service.ts',
      find: `if (!developerSignIn) throw new DomainError('NOT_FOUND', 'There is no developer sign-in here');`,
      replace: '',
    },
  ),
  ...breaking(
    'A12',
    { file: safety, name: 'A12' },
    {
      mistake: 'an attempt that is refused is not logged',
      file: 'server/domain/accounts/signInJournal.ts',
      find: `log.warn({ ...facts, ...reasonOf(error) }, 'sign-in');`,
      replace: '',
    },
    {
      mistake: 'the address is logged with its token',
      file: 'server/domain/accounts/tokenSignIn.service.ts',
      find: `journal.signedIn('token', caller, async (note) => {`,
      replace: `journal.signedIn('token', caller, async (note) => {
        note({ given: token });`,
    },
  ),
  ...breaking(
    'A13',
    { file: bot, name: 'A13' },
    {
      mistake: 'whoever names a question may answer it',
      file: 'server/domain/accounts/telegramBot.service.ts',
      find: 'link.person.id !== person.id || ',
      replace: '',
    },
    {
      mistake: 'the yes of the bot is enough',
      file: 'server/domain/accounts/telegramLinkRules.ts',
      find: '!link.hasPageAgreed || !link.hasBotAgreed',
      replace: '!link.hasBotAgreed',
    },
  ),
  ...breaking(
    'A14',
    { file: listening, name: '' },
    {
      mistake: 'the port is open to other machines unless told otherwise',
      file: 'server/settingGroups.ts',
      find: "(environment !== 'production' || proxies > 0 ? '127.0.0.1' : null)",
      replace: 'null',
    },
    {
      mistake: 'the developer sign-in is there where others may come',
      file: 'server/settingGroups.ts',
      find: "values.APP_ENV !== 'production' && isOwnMachine",
      replace: "values.APP_ENV !== 'production' && Boolean(isOwnMachine || true)",
    },
    {
      mistake: 'the developer sign-in stays beside another way in',
      file: 'server/settingGroups.ts',
      find: ' && !hasOtherWay)',
      replace: ' && !(hasOtherWay && false))',
    },
  ),
  ...breaking(
    'A16',
    { file: standing, name: 'kept out everywhere' },
    {
      mistake: 'nobody is ever disabled',
      file: 'server/domain/accounts/standing.store.ts',
      find: "    when users.disabled_at is not null then 'disabled'\n",
      replace: '',
    },
    {
      mistake: 'a company that is a partner no longer keeps its people',
      file: 'server/domain/accounts/standing.store.ts',
      find: "    else 'outside'\n  end`;",
      replace: "    else 'active'\n  end`;",
    },
    {
      mistake: 'somebody who was disabled enters anew',
      file: 'server/domain/accounts/standing.ts',
      find: "if (standing === 'active') return;",
      replace: "if (standing !== 'outside') return;",
    },
  ),
  ...breaking('A17', { file: demo, name: 'in production none of it does' }),
  ...breaking(
    'A18',
    { file: ownSessions, name: 'ends' },
    {
      mistake: 'whoever knows the number of a session ends it',
      file: 'server/domain/accounts/sessions.store.ts',
      find: '.where({ id, user_id: userId }).delete()',
      replace: '.where({ id }).delete()',
    },
    {
      mistake: 'to sign out everywhere leaves this browser signed in',
      file: 'server/domain/accounts/sessions.store.ts',
      find: "db('sessions').where({ user_id: userId }).delete(),",
      replace:
        "db('sessions').where({ user_id: userId }).where('last_seen_at', '<', new Date(0)).delete(),",
    },
  ),
];
