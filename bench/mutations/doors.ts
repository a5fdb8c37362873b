// Mistakes that break the promises of the groups “GraphQL” and “Images of other sites”.
import { breaking } from './mutation.ts';

const abuse = 'server/graphql/abuse.test.ts';
const production = 'server/production.test.ts';
const errors = 'server/http/errors.test.ts';
const searchPage = 'server/graphql/searchPage.test.ts';
const floods = 'server/faults/floods.long.test.ts';
const documents = 'server/faults/documents.long.test.ts';
const remake = 'server/integrations/imageFetcher/remakePicture.long.test.ts';
const proxy = 'server/http/imageProxy.test.ts';
const sites = 'server/domain/images/sitePictures.service.test.ts';
const fetcher = 'server/integrations/imageFetcher/imageFetcher.test.ts';

export const doors = [
  ...breaking(
    'G1',
    { file: abuse, name: 'refused with 400' },
    {
      mistake: 'the cost is not compared with the limit',
      file: 'server/graphql/cost.ts',
      find: 'cost > limits.graphql.cost',
      replace: 'cost > 1e9',
    },
    {
      mistake: 'the shape of a document is not judged',
      file: 'server/http/graphqlDoor.ts',
      find: 'refuseAbusiveDocument((request.body as { query?: unknown } | null)?.query);',
      replace: '',
    },
    {
      mistake: 'one name may stand as often as anybody likes',
      file: 'server/graphql/documentShape.ts',
      find: 'if (maxRepeated(selectionSet, fragments) > repeats)',
      replace: 'if (maxRepeated(selectionSet, fragments) > 1e9)',
    },
    {
      mistake: 'variables do not count in the cost',
      file: 'server/graphql/cost.ts',
      find: 'getComplexity({ schema, query: document, variables, estimators',
      replace: 'getComplexity({ schema, query: document, variables: {}, estimators',
      test: { file: abuse, name: 'variables' },
    },
    {
      mistake: 'a refusal repeats at any length what was sent',
      file: 'server/graphql/errors.ts',
      find: 'const maxCharacters = 400;',
      replace: 'const maxCharacters = 400_000;',
    },
  ),
  ...breaking(
    'G2',
    { file: production, name: 'introspection|no wrong name' },
    {
      mistake: 'the schema tells of itself in production',
      file: 'server/graphql/server.ts',
      find: 'introspection: !production,',
      replace: 'introspection: true,',
    },
    {
      mistake: 'names of the schema stand in errors',
      file: 'server/graphql/server.ts',
      find: '...(production ? [hideSchemaNames] : []),',
      replace: '',
    },
  ),
  ...breaking(
    'G3',
    { file: errors, name: '' },
    {
      mistake: 'an unexpected error of GraphQL is told as it is',
      file: 'server/graphql/errors.ts',
      find: "message: 'Something went wrong',",
      replace: 'message: cause instanceof Error ? cause.message : formatted.message,',
    },
    {
      mistake: 'an unexpected error behind REST is told as it is',
      file: 'server/http/errors.ts',
      find: `message: 'Something went wrong', extensions: { code: 'INTERNAL', errorId }`,
      replace: `message: String(error), extensions: { code: 'INTERNAL', errorId }`,
    },
    {
      mistake: 'the stack stands in errors',
      file: 'server/graphql/errors.ts',
      find: "extensions: { code: 'INTERNAL', errorId },",
      replace:
        "extensions: { code: 'INTERNAL', errorId, stacktrace: cause instanceof Error ? cause.stack : '' },",
    },
    {
      mistake: 'a parser’s own words are told, which repeat what was sent',
      file: 'server/http/errors.ts',
      find: `message: unreadable[reason] ?? 'The request cannot be read',`,
      replace: `message: String(error),`,
    },
  ),
  ...breaking(
    'G4',
    { file: searchPage, name: 'takes few statements' },
    {
      mistake: 'each item asks for itself',
      file: 'server/domain/knowledge/knowledge.loaders.ts',
      find: '? withView(item, ({ card }) => card.topExperts.slice(0, Math.max(first, 0)))',
      replace: '? experts([item.id], first)',
    },
  ),
  ...breaking(
    'G5',
    { file: documents, name: 'values count' },
    {
      mistake: 'values cost nothing',
      file: 'server/graphql/cost.ts',
      find: 'const costOfValue = 0.08;',
      replace: 'const costOfValue = 0;',
    },
    {
      mistake: 'an answer may have any size',
      file: 'server/graphql/server.ts',
      find: 'stringifyWithin(limits.graphql.answerBytes, answer)',
      replace: 'stringifyWithin(1e9, answer)',
    },
  ),
  ...breaking(
    'G6',
    { file: floods, name: 'G6' },
    {
      mistake: 'costs are kept by everything that was sent',
      file: 'server/graphql/cost.ts',
      find: "const key = `${known.id} ${values.map(String).join(' ')}`;",
      replace: 'const key = `${known.id} ${JSON.stringify(variables)}`;',
    },
  ),
  ...breaking(
    'I1',
    { file: fetcher, name: 'I1' },
    {
      mistake: 'every port is connected to',
      file: 'server/integrations/imageFetcher/download.ts',
      find: 'if (!limits.ports.includes(effectivePort(url)) && !isAllowedHost(url, allow)) throw unreachable();',
      replace: '',
    },
    {
      mistake: 'after a redirect nothing is checked',
      file: 'server/integrations/imageFetcher/download.ts',
      find: '        url = checkAddress(location, url, limits, allow);\n        continue;',
      replace:
        '        return await download(location, limits, [{ host: new URL(location, url).hostname, port: effectivePort(new URL(location, url)) }]);',
    },
  ),
  ...breaking(
    'I2',
    { file: proxy, name: 'fetches only what' },
    {
      mistake: 'every address is fetched',
      file: 'server/domain/images/images.ts',
      find: 'if (!(await known.isKnown(viewer, url)))',
      replace: 'if (!(await known.isKnown(viewer, url)) && false)',
    },
    {
      mistake: 'an address that begins like a known one is fetched',
      file: 'server/domain/images/images.search.ts',
      find: "visibleItems(db, viewer).where('items.image_url', url).select(db.raw('1')),",
      replace:
        "visibleItems(db, viewer).whereRaw('starts_with(?, items.image_url)', [url]).select(db.raw('1')),",
    },
  ),
  ...breaking(
    'I3',
    { file: fetcher, name: 'I3' },
    {
      mistake: 'pixels are limited alike for every kind',
      file: 'server/integrations/imageFetcher/remakePicture.ts',
      find: 'if (pixels > most) throw',
      replace: 'if (pixels > limits.scan) throw',
    },
    {
      mistake: 'bytes are counted when all are there',
      file: 'server/integrations/imageFetcher/download.ts',
      find: '    if (size > limit) {\n      response.destroy();\n      throw unreachable();\n    }\n    chunks.push(chunk);\n  }\n',
      replace: '    chunks.push(chunk);\n  }\n  if (size > limit) throw unreachable();\n',
    },
    {
      mistake: 'no clock runs over a whole picture',
      file: 'server/integrations/imageFetcher/download.ts',
      find: 'const inTime = AbortSignal.timeout(limits.totalMs);',
      replace: 'const inTime = AbortSignal.timeout(600_000);',
    },
    {
      mistake: 'redirects are followed without end',
      file: 'server/integrations/imageFetcher/download.ts',
      find: 'hop <= limits.redirects;',
      replace: 'hop <= 1_000;',
    },
  ),
  ...breaking(
    'I4',
    { file: fetcher, name: 'I4' },
    {
      mistake: 'a picture is handed on as it is',
      file: 'server/integrations/imageFetcher/imageFetcher.ts',
      find: `        bytes,
        edge,`,
      replace: `        bytes: source,
        edge,`,
    },
    {
      mistake: 'what stands in a picture beside the pixels is kept',
      file: 'server/integrations/imageFetcher/remakePicture.ts',
      find: '.rotate()',
      replace: '.keepMetadata()',
    },
    {
      mistake: 'drawings are drawn',
      file: 'server/integrations/imageFetcher/remakePicture.ts',
      find: `['Jpeg', 'Png',`,
      replace: `['Svg', 'Jpeg', 'Png',`,
    },
  ),
  ...breaking(
    'I5',
    { file: proxy, name: '410 for a picture' },
    {
      mistake: 'what is gone counts as away',
      file: 'server/integrations/imageFetcher/download.ts',
      find: `if (status === 404 || status === 410) throw new DomainError('GONE', 'The picture is gone');`,
      replace: '',
    },
    {
      mistake: 'when to come back is not told',
      file: 'server/integrations/imageFetcher/download.ts',
      find: "const retryAfter = Number(response.headers['retry-after']);",
      replace: 'const retryAfter = Number.NaN;',
    },
  ),
  ...breaking(
    'I6',
    { file: remake, name: 'at once cost|is refused|not even' },
    {
      mistake: 'a progressive picture may be as large as one that is read in one scan',
      file: 'server/integrations/imageFetcher/remakePicture.ts',
      find: 'if (isProgressive || isTurned(picture)) return limits.whole;',
      replace: 'if (isTurned(picture)) return limits.whole;',
      test: { file: remake, name: 'one row more' },
    },
  ),
  ...breaking(
    'I7',
    { file: sites, name: 'a site shows' },
    {
      mistake: 'only what a site shows where it is shared is looked at',
      file: 'server/integrations/pageReader/pagePictures.ts',
      find: '...largestFirst(usable.filter(isTouch)),',
      replace: '',
    },
    {
      mistake: 'a site is asked by every process',
      file: 'server/domain/images/sitePictures.store.ts',
      find: 'or looked.next_look_at <= :now::timestamptz',
      replace: 'or true',
      test: { file: sites, name: 'is asked once' },
    },
  ),
];
