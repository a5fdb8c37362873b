// search_services: the search of the page, in as many characters as the agent allows.
import { z } from 'zod';
import type { Language } from '../../../shared/language.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { fieldError } from '../../../shared/fieldErrors.ts';
import { FindServicesDocument, type FindServicesQuery } from '../generated.ts';
import { clip, descriptionOf, shortAddress, sizeOf, tagText } from '../toolTexts.ts';
import { language, tool } from '../tool.ts';
import { dataClass, incidents, named, toldIncidents, toldRules, toNamed } from './toolSchemas.ts';

type Found = FindServicesQuery['result']['items'][number];

const { perSearch, searchCharacters, answerCharacters } = limits.mcp;
/** Characters beside the items: numbers, and the corrected search. */
const around = 450;
const shownTags = 10;
/** A shorter description would say nothing. */
const leastRoom = 20;

const found = z.object({
  id: z.string(),
  title: z.string(),
  address: z.string().optional(),
  about: z.string().optional(),
  approved: z.boolean(),
  status: z.string(),
  incidents,
  users: z.int(),
  used_by_me: z.boolean().optional(),
  cases: z.int().optional(),
  tags: z.array(z.string()).optional(),
  rules: z.record(z.string(), z.string()).optional(),
});

/** An item within this many characters; the description gets the remaining ones. */
function toFound(language: Language, room: number, item: Found) {
  const { sourceUrl, isVerified, approvalStatus, likesCount } = item;
  const entry = {
    ...toNamed(language, item),
    ...shortAddress(sourceUrl),
    approved: isVerified && item.incidents.length === 0,
    status: approvalStatus,
    ...toldIncidents(language, item.incidents),
    users: likesCount,
    ...(item.tags
      ? {
          used_by_me: item.isLiked ?? false,
          cases: item.useCasesCount,
          tags: item.tags.slice(0, shownTags).map((tag) => tagText(tag.originalName)),
          ...(item.dataRules ? { rules: toldRules(item.dataRules.verdicts) } : {}),
        }
      : {}),
  };
  const left = room - sizeOf({ ...entry, about: '' }) - 1;
  const about = left < leastRoom ? '' : clip(descriptionOf(language, item), left);
  return about === '' ? entry : { ...entry, about };
}

/** Parses a cursor: page number and page size. */
function readCursor(cursor: string): { page: number; perPage: number } {
  const [, page, perPage] = /^(\d{1,5})\.(\d{1,2})$/.exec(cursor) ?? [];
  const place = { page: Number(page), perPage: Number(perPage) };
  const isPlace =
    place.page <= limits.page.pageMax && place.perPage >= 1 && place.perPage <= perSearch;
  if (isPlace) return place;
  const error = fieldError('cursor', 'invalid');
  throw new DomainError('INVALID', `${error.message}: send next_cursor as it was answered`, {
    errors: [error],
  });
}

export const findServices = tool({
  name: 'search_services',
  description:
    'Finds AI services in the company catalogue by task or name, best first. `unsure`: nothing fits surely, these are the nearest; `near` come close.',
  input: z.strictObject({
    query: z.string().max(limits.text.search).optional(),
    language,
    tags: z.array(z.string()).optional().describe('All of them'),
    approved_only: z.boolean().default(false).describe('By my company'),
    allowed_for: z.array(dataClass).optional().describe('Data I want to put in'),
    limit: z.int().min(1).max(perSearch).default(10),
    cursor: z.string().optional().describe('next_cursor, same other arguments'),
    detail: z.enum(['concise', 'detailed']).default('concise'),
  }),
  output: z.object({
    services: z.array(found),
    near: z.array(named).optional(),
    total: z.int(),
    unsure: z.boolean(),
    corrected_to: z.string().optional(),
    next_cursor: z.string().optional(),
  }),
  writes: false,
  names: {
    search: 'query',
    verified: 'approved_only',
    allowedFor: 'allowed_for',
    page: 'cursor',
    perPage: 'limit',
  },
  async run(input, { ask, language }) {
    const isConcise = input.detail === 'concise';
    const place = input.cursor ? readCursor(input.cursor) : { page: 0, perPage: input.limit };
    const variables = {
      ...place,
      search: input.query ?? null,
      tags: input.tags ?? null,
      language,
      verified: input.approved_only,
      allowedFor: input.allowed_for ?? null,
      inDetail: !isConcise,
    };
    const { items, near, total, pageCount, correctedTo, unsure } = await ask(
      FindServicesDocument,
      variables,
    );
    const nearest = near.map((item) => toNamed(language, item));
    const room = (isConcise ? searchCharacters : answerCharacters) - around - sizeOf(nearest);
    const perService = Math.floor(room / Math.max(items.length, 1));
    return {
      services: items.map((item) => toFound(language, perService, item)),
      ...(nearest.length > 0 ? { near: nearest } : {}),
      total,
      unsure,
      ...(correctedTo ? { corrected_to: correctedTo } : {}),
      ...(place.page + 1 < pageCount ? { next_cursor: `${place.page + 1}.${place.perPage}` } : {}),
    };
  },
});
