// mark_as_used: likes a service.
import { z } from 'zod';
import { MarkAsUsedDocument } from '../generated.ts';
import { tool } from '../tool.ts';
import { serviceId } from './toolSchemas.ts';

export const markAsUsed = tool({
  name: 'mark_as_used',
  description: 'Says that the person uses a service.',
  input: z.strictObject({ id: serviceId }),
  output: z.object({ users: z.int() }),
  writes: true,
  async run({ id }, { ask }) {
    const { likesCount } = await ask(MarkAsUsedDocument, { id });
    return { users: likesCount };
  },
});
