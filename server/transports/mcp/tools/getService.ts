// get_service: details of one service, with the decisions of the company.
import { z } from 'zod';
import type { Language } from '../../../shared/language.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { fieldError } from '../../../shared/fieldErrors.ts';
import { CheckAddressDocument, ReadServiceDocument, type ReadServiceQuery } from '../generated.ts';
import { clip, descriptionOf, inLanguage, tagText, titleOf } from '../toolTexts.ts';
import { language, tool, type Ask } from '../tool.ts';
import {
  incidents,
  named,
  serviceId,
  toldIncidents,
  toldRules,
  toNamed,
  webAddress,
} from './toolSchemas.ts';

type Service = ReadServiceQuery['result'];
type Rules = NonNullable<Service['dataRules']>;

const { description, name: nameRoom, useCase } = limits.mcp;
const shownTags = 30;

function toRules(language: Language, rules: Rules) {
  const conditions = rules.verdicts.flatMap(({ dataClass, conditionRu, conditionEn }) => {
    const said = inLanguage(language, { ru: conditionRu, en: conditionEn });
    return said ? [[dataClass, said] as const] : [];
  });
  return {
    decision_state: rules.decisionState,
    verdicts: toldRules(rules.verdicts),
    ...(conditions.length > 0 ? { conditions: Object.fromEntries(conditions) } : {}),
    ...(rules.status ? { status: rules.status } : {}),
    ...(rules.account ? { account: rules.account } : {}),
    ...(rules.result ? { results: rules.result } : {}),
    ...(rules.owner ? { owner: rules.owner } : {}),
    ...(rules.reviewBy ? { review_by: rules.reviewBy } : {}),
  };
}

/** The judgement of a link, with its reason unless the link works. */
const toLink = ({ state, status, uncheckedReason }: NonNullable<Service['linkCheck']>) => ({
  link: state,
  ...(state === 'ok' ? {} : { link_reason: uncheckedReason ?? status }),
});

/** The stage in the own company in a line, such as `pilot until 2026-12-31: the question`. */
function toStage(language: Language, item: Service) {
  if (!item.stage || item.stage.stage === 'listed') return {};
  const { stage, questionRu, questionEn, endsOn, reasonRu, reasonEn } = item.stage;
  const why =
    inLanguage(language, { ru: questionRu, en: questionEn }) ??
    inLanguage(language, { ru: reasonRu, en: reasonEn });
  const until = endsOn ? ` until ${endsOn}` : '';
  return { stage: clip(`${stage}${until}${why ? `: ${why}` : ''}`, description) };
}

/** All details of an item for an agent. */
function toService(language: Language, item: Service) {
  const tasks = item.tasks.find((one) => one.language === language) ?? item.tasks[0];
  return {
    id: item.id,
    title: titleOf(language, item),
    address: item.sourceUrl,
    description: clip(descriptionOf(language, item), description),
    approved: item.isVerified && item.incidents.length === 0,
    status: item.approvalStatus,
    ...toldIncidents(language, item.incidents),
    ...toStage(language, item),
    users: item.likesCount,
    used_by_me: item.isLiked ?? false,
    tags: item.tags.slice(0, shownTags).map((tag) => tagText(tag.originalName)),
    tasks: tasks?.texts ?? [],
    ...(item.linkCheck ? toLink(item.linkCheck) : {}),
    cases_count: item.useCasesCount,
    cases: item.recommendedUseCases.map((one) => ({
      text: clip(descriptionOf(language, one), useCase),
      author: clip(one.author.name, nameRoom),
      likes: one.likesCount,
      ...(one.outdatedLanguage === language ? { outdated: true } : {}),
    })),
    experts: item.expertsToAsk.map(({ name, telegramUsername, company }) => ({
      name: clip(name, nameRoom),
      ...(telegramUsername ? { telegram: `@${telegramUsername}` } : {}),
      ...(company ? { company: company.name } : {}),
    })),
    ...(item.dataRules ? { rules: toRules(language, item.dataRules) } : {}),
    alternatives: item.alternatives.map((one) => toNamed(language, one.item)),
  };
}

/** Id of the requested item. @throws DomainError INVALID, or NOT_FOUND for an address outside the catalogue */
async function idOf(
  { id, address }: { id?: string | undefined; address?: string | undefined },
  ask: Ask,
): Promise<string> {
  if ((id === undefined) === (address === undefined))
    throw new DomainError('INVALID', 'Send either the id or the address of a service', {
      errors: [fieldError('id', 'required')],
    });
  if (address === undefined) return id!;
  const { existingItem: known } = await ask(CheckAddressDocument, { address });
  if (known) return known.id;
  throw new DomainError('NOT_FOUND', 'No service of the catalogue has this address');
}

const words = z.record(z.string(), z.string());

export const getService = tool({
  name: 'get_service',
  description:
    'One service by id or address: use cases, experts, my company’s data rules, alternatives.',
  input: z.strictObject({ id: serviceId.optional(), address: webAddress.optional(), language }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    address: z.string(),
    description: z.string(),
    approved: z.boolean(),
    status: z.string(),
    incidents,
    stage: z.string().optional(),
    users: z.int(),
    used_by_me: z.boolean(),
    tags: z.array(z.string()),
    tasks: z.array(z.string()),
    link: z.string().optional(),
    link_reason: z.string().optional(),
    cases_count: z.int(),
    cases: z.array(
      z.object({
        text: z.string(),
        author: z.string(),
        likes: z.int(),
        outdated: z.boolean().optional(),
      }),
    ),
    experts: z.array(
      z.object({
        name: z.string(),
        telegram: z.string().optional(),
        company: z.string().optional(),
      }),
    ),
    rules: z
      .object({
        decision_state: z.string(),
        verdicts: words,
        conditions: words.optional(),
        status: z.string().optional(),
        account: z.string().optional(),
        results: z.string().optional(),
        owner: z.string().optional(),
        review_by: z.string().optional(),
      })
      .optional(),
    alternatives: z.array(named),
  }),
  writes: false,
  async run(input, { ask, language }) {
    const id = await idOf(input, ask);
    return toService(language, await ask(ReadServiceDocument, { id }));
  },
});
