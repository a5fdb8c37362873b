// get_loadout: a loadout for a role or a task, by id or by search text.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { fieldError } from '../../../shared/fieldErrors.ts';
import { FindLoadoutDocument, ReadLoadoutDocument } from '../generated.ts';
import { descriptionOf, inLanguage, titleOf } from '../toolTexts.ts';
import { language, tool, type Ask } from '../tool.ts';
import { serviceId, toNamed } from './toolSchemas.ts';

/** Id of the requested loadout. @throws DomainError INVALID, or NOT_FOUND when no loadout matches */
async function idOf(
  { id, search }: { id?: string | undefined; search?: string | undefined },
  ask: Ask,
): Promise<string> {
  if ((id === undefined) === (search === undefined))
    throw new DomainError('INVALID', 'Send either the id of a loadout or what it is for', {
      errors: [fieldError('id', 'required')],
    });
  if (search === undefined) return id!;
  const found = await ask(FindLoadoutDocument, { search });
  if (found) return found.id;
  throw new DomainError('NOT_FOUND', 'No loadout is called so, or is for this');
}

export const getLoadout = tool({
  name: 'get_loadout',
  description:
    'The kit of services for a role or a task, by id or search: what each is for, whether I may use it.',
  input: z.strictObject({
    id: serviceId.optional(),
    search: z.string().min(1).max(limits.text.search).optional(),
    language,
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    services: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        what_for: z.string().optional(),
        state: z.string(),
      }),
    ),
  }),
  writes: false,
  async run(input, { ask, language: spoken }) {
    const loadout = await ask(ReadLoadoutDocument, { id: await idOf(input, ask) });
    return {
      id: loadout.id,
      title: titleOf(spoken, loadout),
      description: descriptionOf(spoken, loadout),
      services: loadout.items.map(({ item, reasonRu, reasonEn, state }) => {
        const reason = inLanguage(spoken, { ru: reasonRu, en: reasonEn });
        return {
          ...toNamed(spoken, item),
          ...(reason ? { what_for: reason } : {}),
          state,
        };
      }),
    };
  },
});
