// MCP prompts.
import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import { parseInput } from '../../shared/validation.ts';

interface Prompt {
  listed: ListedPrompt;
  /** True when it leads to a tool that writes as a person: only for people's tokens with that scope. */
  writes: boolean;
  /** @throws DomainError */
  get(given: unknown): GetPromptResult;
}

const words = z.string().min(1).max(limits.text.useCase);

const prompt = <Input extends z.ZodObject>(
  listed: Omit<ListedPrompt, 'arguments'>,
  {
    input,
    writes,
    say,
  }: { input: Input; writes: boolean; say(given: z.output<Input>): readonly string[] },
): Prompt => ({
  listed: {
    ...listed,
    arguments: Object.entries(input.shape).map(([name, taken]) => ({
      name,
      description: (taken as z.ZodType).description ?? name,
      required: !(taken as z.ZodType).safeParse(undefined).success,
    })),
  },
  writes,
  get: (given) => ({
    messages: [
      {
        role: 'user',
        content: { type: 'text', text: say(parseInput(input, given)).join('\n') },
      },
    ],
  }),
});

export const prompts: readonly Prompt[] = [
  prompt(
    { name: 'find_a_tool', description: 'Find a service of the company catalogue for a task' },
    {
      input: z.strictObject({
        task: words.describe('What you want to do'),
        data: words.optional().describe('What you would put into it'),
      }),
      writes: false,
      say: ({ task, data }) => [
        'Find a service for this task in Loadout, the catalogue of my company:',
        '',
        task,
        ...(data ? ['', `I would put this into it: ${data}`] : []),
        '',
        'Search with search_services, by the task and in other words too. Read the likeliest with get_service. Then name at most three: what each does for the task, whether my company has approved it, what its rules say of my data, and whom to ask. Undecided is not allowed. If nothing fits, say so.',
      ],
    },
  ),
  prompt(
    { name: 'write_a_use_case', description: 'Tell colleagues how you use a service' },
    {
      input: z.strictObject({
        service: words.describe('Its name or address'),
        text: words.optional().describe('What you do with it'),
      }),
      writes: true,
      say: ({ service, text }) => [
        `Help me to tell my colleagues how I use this service of Loadout: ${service}`,
        ...(text ? ['', text] : []),
        '',
        'Find it with search_services or get_service. Ask me who did what with it and what came of it, as far as I have not said it; invent nothing. Show me the text, and when I agree publish it with write_use_case. Pass on to me what it asks.',
      ],
    },
  ),
];
