// MCP tool: name, input and output schemas, and its GraphQL documents.
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { languages, type Language } from '../../shared/language.ts';
import { parseInput } from '../../shared/validation.ts';
import { Refusal } from './toolErrors.ts';

/** Runs a document as the caller. @throws Refusal */
export type Ask = <Result, Variables>(
  document: DocumentTypeDecoration<{ result: Result }, Variables> & { toString(): string },
  variables: Variables,
) => Promise<Result>;

/** The caller of a tool. */
export interface ToolCaller {
  ask: Ask;
  /** In which the content is told. */
  language: Language;
}

/** The caller with the language of the answer: the requested one, or the caller's own. */
export type CallerIn = (language: Language | undefined) => Promise<ToolCaller>;

/** A tool as the server sees it. */
export interface Tool {
  /** As an agent is told of it. */
  listed: ListedTool;
  /** Whether it changes something: only for tokens that may write. */
  writes: boolean;
  /** Whether a tool that acts for itself may change it; what else writes, only people do. */
  forServices: boolean;
  /** @throws DomainError or Refusal */
  call(given: unknown, callerIn: CallerIn): Promise<object>;
}

interface Row<Input extends z.ZodType, Output extends z.ZodType> {
  name: string;
  description: string;
  input: Input;
  output: Output;
  writes: boolean;
  forServices?: boolean;
  /** Names of schema fields in the tool, where they differ. */
  names?: Record<string, string>;
  run(input: z.output<Input>, caller: ToolCaller): Promise<z.input<Output>>;
}

/** The language of an answer, as tools that tell texts take it. */
export const language = z.enum(languages).optional();
/** Language argument of a call, where its tool takes one. */
const spoken = z.object({ language });

type Json = Record<string, unknown>;

/** A schema in as few characters as it takes: every agent reads all of them. */
function listedSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const json = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // A word says what it is by its values, a number of ours is no larger than a number may be.
      if (jsonSchema.enum) delete jsonSchema.type;
      if (io === 'input') return;
      for (const word of ['additionalProperties', 'required', 'minimum', 'maximum'] as const)
        delete jsonSchema[word];
      delete jsonSchema.propertyNames;
    },
  }) as Json;
  delete json['$schema'];
  return { ...json, type: 'object' };
}

/** A row of the table. */
export const tool = <Input extends z.ZodType, Output extends z.ZodType>({
  name,
  description,
  input,
  output,
  writes,
  forServices = false,
  names = {},
  run,
}: Row<Input, Output>): Tool => ({
  listed: {
    name,
    description,
    inputSchema: listedSchema(input, 'input'),
    outputSchema: listedSchema(output, 'output'),
    annotations: {
      readOnlyHint: !writes,
      // Everything may be called twice: it is done once. Nothing takes away what is there.
      ...(writes ? { destructiveHint: false, idempotentHint: true } : {}),
      openWorldHint: false,
    },
  },
  writes,
  forServices,
  async call(given, callerIn) {
    const taken = parseInput(input, given ?? {});
    const { language: asked } = spoken.parse(taken);
    const caller = await callerIn(asked);
    try {
      return output.parse(await run(taken, caller)) as object;
    } catch (error) {
      throw error instanceof Refusal ? error.inNames(names) : error;
    }
  },
});
