// Mistakes that break the promises of the group “Input and text”.
import { breaking } from './mutation.ts';

const texts = 'server/texts.test.ts';
const fuzz = 'server/fuzz.long.test.ts';
const foreignLinks = 'server/domain/sync/run/foreignLinks.test.ts';
const canary = 'server/domain/useCases/modelCanary.test.ts';
const model = 'server/integrations/languageModel/languageModel.test.ts';
const clientLog = 'server/domain/system/clientLog.test.ts';
const access = 'server/domain/access/access.service.test.ts';
const monitoring = 'server/http/monitoring.test.ts';
const unseen = 'server/unseenTexts.test.ts';
const problems = 'server/problems.test.ts';
const rates = 'server/http/rateLimits.test.ts';
const brokenRequests = 'server/brokenRequests.test.ts';

export const input = [
  ...breaking(
    'T1',
    { file: texts, name: 'T1' },
    {
      mistake: 'the search for tags is put together with what was typed',
      file: 'server/domain/knowledge/knowledge.search.ts',
      find: "query.whereRaw(`concat_ws(' ', original_name, name_ru, name_en) ilike ?`, [\n          `%${likeText(options.text)}%`,\n        ]);",
      replace:
        "query.whereRaw(`concat_ws(' ', original_name, name_ru, name_en) ilike '%${likeText(options.text)}%'`);",
    },
    {
      mistake: '% and _ stand for any letters',
      file: 'server/domain/knowledge/knowledge.search.ts',
      find: "text.replace(/[\\\\%_]/g, '\\\\$&')",
      replace: 'text',
    },
  ),
  ...breaking(
    'T2',
    { file: fuzz, name: 'by chance' },
    {
      mistake: 'a number that is none becomes an id',
      file: 'server/shared/ids.ts',
      find: '/^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;',
      replace: 'Number(text);',
    },
    {
      mistake: 'a text that PostgreSQL cannot hold is let through',
      file: 'server/shared/unseen.ts',
      find: "text.isWellFormed() && !text.includes('\\0')",
      replace: 'text.isWellFormed()',
    },
  ),
  ...breaking(
    'T3',
    { file: texts, name: 'T3' },
    {
      mistake: 'texts are brought to one form of Unicode',
      file: 'server/shared/input.ts',
      find: "showsNothing(value) ? '' : value.trim()));",
      replace: "showsNothing(value) ? '' : value.normalize('NFKC').trim()));",
    },
  ),
  ...breaking(
    'T4',
    { file: texts, name: 'T4' },
    {
      mistake: 'a picture of a bookmark may have any address',
      file: 'server/integrations/readBookmark.ts',
      find: "cover: typeof cover === 'string' ? cover : '',",
      replace: "cover: foreign.cover ?? '',",
      test: { file: foreignLinks, name: 'neither a new bookmark' },
    },
    {
      mistake: 'an address may hold a password',
      file: 'server/integrations/readBookmark.ts',
      find: "if (parsed.username !== '' || parsed.password !== '') {",
      replace: 'if (false) {',
      test: { file: foreignLinks, name: 'neither a new bookmark' },
    },
  ),
  ...breaking(
    'T5',
    { file: canary, name: '' },
    {
      mistake: 'the model is told who asks',
      file: 'server/domain/useCases/useCaseAnalysis.service.ts',
      find: 'model.analyse(text, language)',
      replace: 'model.analyse(`${member.user.name}: ${text}`, language)',
    },
    {
      mistake: 'the model is told the notes of admins',
      file: 'server/domain/knowledge/itemTranslations.store.ts',
      find: "text: `nullif(${column}, '')`,",
      replace: "text: `nullif(${column} || coalesce(admin_notes, ''), '')`,",
    },
    {
      mistake: 'an answer is taken as it comes',
      file: 'server/integrations/languageModel/connection.ts',
      find: 'return parsed.success ? { answer: parsed.data } : { failure: offSchema, cause: undefined };',
      replace: 'return { answer: parsed.data as z.output<Schema> };',
      test: { file: model, name: 'is refused as' },
    },
    {
      mistake: 'what people wrote stands among the instructions',
      file: 'server/integrations/languageModel/connection.ts',
      find: 'JSON.stringify(schema),\n      ].join',
      replace: 'JSON.stringify(schema),\n        JSON.stringify(data),\n      ].join',
    },
  ),
  ...breaking(
    'T6',
    { file: clientLog, name: 'T6' },
    {
      mistake: 'the file of the log is lines of text',
      file: 'server/integrations/clientLogFile/clientLogFile.ts',
      find: 'const text = `${JSON.stringify(line)}\\n`;',
      replace:
        'const text = `{"level":"${line.level}","entry":"${line.entry}","source":"${line.source}"}\\n`;',
    },
    {
      mistake: 'lines of the log are not counted',
      file: 'server/graphql/rates.ts',
      find: "  writeClientLog: 'log',\n",
      replace: '',
    },
    {
      mistake: 'the file of the log grows without end',
      file: 'server/integrations/clientLogFile/clientLogFile.ts',
      find: 'if (size + text.length > limits.clientLogFileBytes) {',
      replace: 'if (false) {',
    },
  ),
  ...breaking(
    'T7',
    { file: access, name: 'never markup, header or recipient' },
    {
      mistake: 'the sender gets a copy at the address that the name holds',
      file: 'server/domain/access/access.service.ts',
      find: '      to,\n      replyTo:',
      replace:
        '      to: [...to, ...(request.features.match(/[\\w.]+@[\\w.]+/g) ?? [])],\n      replyTo:',
    },
    {
      mistake: 'what was written is markup in the mail',
      file: 'server/shared/mailPage.ts',
      find: 'text.replaceAll(/[&<>"\']/g, (sign) => escapes[sign] ?? sign);',
      replace: 'text;',
    },
  ),
  ...breaking(
    'T8',
    { file: problems, name: 'the answer is a problem' },
    {
      mistake: 'a problem does not say that it is no success',
      file: 'server/rest/problems.ts',
      find: '    success: false,\n    error: error.message,',
      replace: '    error: error.message,',
    },
    {
      mistake: 'what the parsers refuse is no problem',
      file: 'server/http/errors.ts',
      find: 'else sendProblem(response, problem);',
      replace:
        'else if (isHttpError(error)) response.status(error.status).send("Bad request");\n    else sendProblem(response, problem);',
    },
  ),
  ...breaking(
    'T9',
    { file: rates, name: '' },
    {
      mistake: 'every process counts for itself',
      file: 'server/http/rateLimits.ts',
      find: 'if (!inPortions.has(name)) return [name, stored];',
      replace: 'if (!inPortions.has(name)) return [name, new RateLimiterMemory(options)];',
    },
    {
      mistake: 'the first address of the header is believed',
      file: 'server/app.ts',
      find: `app.set('trust proxy', trustedProxies(config.http.trustProxy));`,
      replace: `app.set('trust proxy', true);`,
    },
    {
      mistake: 'each address of an IPv6 network is somebody else',
      file: 'server/http/callerKey.ts',
      find: 'groupsOf(address).slice(0, 4)',
      replace: 'groupsOf(address).slice(0, 8)',
    },
    {
      mistake: 'reads are never told to the other processes',
      file: 'server/http/portionLimiter.ts',
      find: 'if (due > 0) {',
      replace: 'if (due > 1e9) {',
    },
    {
      mistake: 'aliases of one document are one call',
      file: 'server/graphql/rates.ts',
      find: 'calls.set(kind, (calls.get(kind) ?? 0) + 1);',
      replace: 'calls.set(kind, 1);',
    },
  ),
  ...breaking(
    'T10',
    { file: monitoring, name: 'paths by chance' },
    {
      mistake: 'an address without a route is a label as it came',
      file: 'server/http/monitoring.ts',
      find: "folders.has(folder) ? `/${folder}` : 'other'",
      replace: 'folders.has(folder) ? `/${folder}` : originalUrl',
    },
  ),
  ...breaking(
    'T11',
    { file: unseen, name: 'shows nothing|refused' },
    {
      mistake: 'only white space counts as nothing',
      file: 'server/shared/unseen.ts',
      find: '\\p{Cc}\\p{Default_Ignorable_Code_Point}',
      replace: '',
    },
    {
      mistake: 'controls are stored',
      file: 'server/shared/input.ts',
      find: '.refine((value) => isStorable(value) && !hasControls(value), unstorable)',
      replace: '.refine((value) => isStorable(value) || hasControls(value), unstorable)',
    },
  ),
  ...breaking(
    'T14',
    { file: brokenRequests, name: '' },
    {
      mistake: 'Node itself answers what it cannot read',
      file: 'server/http/listener.ts',
      find: '  answerBrokenRequests(server);\n',
      replace: '',
    },
    {
      mistake: 'Node itself answers a request that names no host',
      file: 'server/http/listener.ts',
      find: 'requireHostHeader: false',
      replace: 'requireHostHeader: true',
    },
  ),
];
