// Negotiation of the response format (JSON schema, JSON object, none) per kind of question.

/** Response formats, from strict to none. */
const formats = ['json_schema', 'json_object', 'none'] as const;
export type AnswerFormat = (typeof formats)[number];

/** After an answer, this many consecutive refusals are attributed to the text; the next one to the format again. */
const refusalsOfText = 3;

interface AnswerFormats {
  /**
   * Asks in the last accepted format. A refusal is repeated in simpler formats, and a simpler one is kept only when it is answered;
   * otherwise the text was the reason. There is no repetition soon after an accepted format.
   */
  asking<Answer>(
    task: string,
    ask: (format: AnswerFormat) => Promise<Answer>,
    isRefusal: (error: unknown) => boolean,
  ): Promise<Answer>;
}

export function createAnswerFormats(
  onSimpler: (from: AnswerFormat, to: AnswerFormat) => void,
): AnswerFormats {
  /** By kind of question, since a server may accept the schema of one and refuse that of another. */
  const known = new Map<string, { format: AnswerFormat; trusted: number }>();
  return {
    async asking(task, ask, isRefusal) {
      const { format: usual, trusted } = known.get(task) ?? { format: formats[0], trusted: 0 };
      const wanted = trusted > 0 ? [usual] : formats.slice(formats.indexOf(usual));
      for (const [index, format] of wanted.entries()) {
        try {
          const answer = await ask(format);
          if (format !== usual) onSimpler(usual, format);
          known.set(task, { format, trusted: refusalsOfText });
          return answer;
        } catch (error) {
          if (!isRefusal(error)) throw error;
          if (index < wanted.length - 1) continue;
          known.set(task, { format: usual, trusted: Math.max(trusted - 1, 0) });
          throw error;
        }
      }
      throw new TypeError('There is always a format to ask in');
    },
  };
}
