// write_use_case: checks the text first, as the page does, and returns missing facts as a question.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { CheckUseCaseDocument, WriteUseCaseDocument } from '../generated.ts';
import { clip } from '../toolTexts.ts';
import { language, tool } from '../tool.ts';
import { serviceId } from './toolSchemas.ts';

const caseText = z.string().max(limits.text.useCase);
const { useCase } = limits.mcp;
const question = 'question' as const;

/** Ends the first text as a sentence before the answer is appended. */
const asSentence = (text: string): string =>
  /[.!?…]\s*$/u.test(text) ? text.trimEnd() : `${text.trimEnd()}.`;

export const writeUseCase = tool({
  name: 'write_use_case',
  description:
    'Publishes, in the person’s name and words, how they use a service. With status `question` nothing is written: ask the person, call again with `answer` or `as_is` to skip the check.',
  input: z.strictObject({
    id: serviceId,
    text: caseText.min(1).describe('Who did what, with which result'),
    answer: caseText.optional(),
    as_is: z.boolean().default(false),
    language,
  }),
  output: z.object({
    status: z.enum(['written', 'question']),
    case_id: z.string().optional(),
    question: z.string().optional(),
    suggestions: z.array(z.string()).optional(),
  }),
  writes: true,
  names: { itemId: 'id', descriptionEn: 'text', descriptionRu: 'text' },
  async run({ id, as_is: isAsIs, ...said }, { ask }) {
    const text = said.answer ? `${asSentence(said.text)} ${said.answer}` : said.text;
    if (!isAsIs) {
      const { improvedCases } = await ask(CheckUseCaseDocument, { text });
      const [first] = improvedCases;
      const vague = improvedCases.find(({ type }) => type === 'needs_clarification');
      if (vague) return { status: question, question: clip(vague.reason, useCase) };
      // The person has to choose when one text contains several use cases.
      if (first && improvedCases.length > 1)
        return {
          status: question,
          question: clip(first.reason, useCase),
          suggestions: improvedCases.map((one) => clip(one.text, useCase)),
        };
    }
    const written = await ask(WriteUseCaseDocument, { id, text });
    return { status: 'written' as const, case_id: written.id };
  },
});
