// Paged list of items with the data rules of one company.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { optionalText, parseInput } from '../../../shared/validation.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { planTiers, type RuleView } from './dataRules.ts';
import { historyInput } from './dataRulesInput.ts';
import type { DataRulesQueries, ListedItem } from './dataRules.queries.ts';
import type { DataRules } from './dataRules.service.ts';

const listInput = historyInput.extend({
  company: z.string(),
  tier: z.enum(planTiers),
  search: optionalText(limits.text.search),
  waiting: z.boolean(),
});

export interface ItemWithRules extends ListedItem {
  rules: RuleView;
}

export class ItemsWithRules {
  private queries: DataRulesQueries;
  private dataRules: DataRules;

  constructor(queries: DataRulesQueries, dataRules: DataRules) {
    this.queries = queries;
    this.dataRules = dataRules;
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND for an unknown company, INVALID past a limit */
  async page(
    viewer: Viewer,
    asked: z.input<typeof listInput>,
  ): Promise<{ services: ItemWithRules[]; total: number }> {
    const { isAdmin: seesHidden } = await this.dataRules.requireReader(viewer, asked.company);
    const { company, tier, waiting, page, perPage, ...wanted } = parseInput(listInput, asked);
    const known = await this.queries.companies(null);
    if (!known.some(({ key }) => key === company))
      throw new DomainError('NOT_FOUND', 'This company does not exist. Check its key');
    const text = wanted.search?.trim() ?? '';
    const found = await this.queries.items(
      { companyKey: company, tier, search: text, undecidedOnly: waiting, seesHidden },
      { page, perPage },
    );
    const keys = found.items.map(({ itemId }) => ({ itemId, companyKey: company, tier }));
    const rules = new Map((await this.queries.views(keys)).map((rule) => [rule.itemId, rule]));
    return {
      total: found.total,
      services: found.items.flatMap((item) => {
        const rule = rules.get(item.itemId);
        return rule ? [{ ...item, rules: rule }] : [];
      }),
    };
  }
}
