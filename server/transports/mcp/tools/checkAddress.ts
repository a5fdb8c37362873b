// check_address: tells if a page is in the catalogue, and what data may go into it.
import { z } from 'zod';
import { CheckAddressDocument } from '../generated.ts';
import { shortAddress } from '../toolTexts.ts';
import { language, tool } from '../tool.ts';
import { incidents, named, toldIncidents, toldRules, toNamed, webAddress } from './toolSchemas.ts';

export const checkAddress = tool({
  name: 'check_address',
  description:
    'Whether a web page is in the catalogue, and what may go into it. Rules of services near it do not hold.',
  input: z.strictObject({ address: webAddress, language }),
  output: z.object({
    address: z.string(),
    match: z.enum(['page', 'site', 'none']),
    known: named
      .extend({
        approved: z.boolean(),
        status: z.string(),
        incidents,
        rules: z.record(z.string(), z.string()).optional(),
      })
      .optional(),
    near: z.array(named.extend({ address: z.string().optional() })),
  }),
  writes: false,
  async run({ address }, { ask, language }) {
    const { existingItem: known, near, ...checked } = await ask(CheckAddressDocument, { address });
    return {
      ...checked,
      ...(known
        ? {
            known: {
              ...toNamed(language, known),
              approved: known.isVerified && known.incidents.length === 0,
              status: known.approvalStatus,
              ...toldIncidents(language, known.incidents),
              ...(known.dataRules ? { rules: toldRules(known.dataRules.verdicts) } : {}),
            },
          }
        : {}),
      near: near.map((item) => ({ ...toNamed(language, item), ...shortAddress(item.sourceUrl) })),
    };
  },
});
