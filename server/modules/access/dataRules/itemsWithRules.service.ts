// All services with the rules of one company: what somebody has before them who decides many.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { optionalText, parseInput } from '../../../shared/validation.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { planTiers, type RuleView } from './dataRules.ts';
import { historyInput } from './dataRulesInput.ts';
import type { DataRulesQueries, ServiceRow } from './dataRules.queries.ts';
import type { DataRules } from './dataRules.service.ts';

const wantedInput = historyInput.extend({
  company: z.string(),
  tier: z.enum(planTiers),
  search: optionalText(limits.text.search),
  waiting: z.boolean(),
});

/** A service, and what the company has decided of it. */
export interface ServiceWithDataRules extends ServiceRow {
  rules: RuleView;
}

export const createRuledServices = ({
  search,
  rules: decided,
}: {
  search: Pick<DataRulesQueries, 'services' | 'views' | 'companies'>;
  rules: Pick<DataRules, 'reader'>;
}) => ({
  /** One page of them, by title. @throws DomainError FORBIDDEN, NOT_FOUND without such a company, INVALID past a limit */
  async page(
    viewer: Viewer,
    asked: z.input<typeof wantedInput>,
  ): Promise<{ services: ServiceWithDataRules[]; total: number }> {
    const { isAdmin: seesHidden } = await decided.reader(viewer, asked.company);
    const { company, tier, waiting, page, perPage, ...wanted } = parseInput(wantedInput, asked);
    const known = await search.companies(null);
    if (!known.some(({ key }) => key === company))
      throw new DomainError('NOT_FOUND', 'There is no such company');
    const text = wanted.search?.trim() ?? '';
    const found = await search.services(
      { companyKey: company, tier, search: text, waiting, seesHidden },
      { page, perPage },
    );
    const places = found.services.map(({ itemId }) => ({ itemId, companyKey: company, tier }));
    const rules = new Map((await search.views(places)).map((rule) => [rule.itemId, rule]));
    return {
      total: found.total,
      services: found.services.flatMap((service) => {
        const rule = rules.get(service.itemId);
        return rule ? [{ ...service, rules: rule }] : [];
      }),
    };
  },
});
