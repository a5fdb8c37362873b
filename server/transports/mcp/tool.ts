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
  /** Language of the content. */
  language: Language;
}

/** The caller with the requested language, by default their own. */
export type CallerIn = (language: Language | undefined) => Promise<ToolCaller>;

/** A tool as the endpoint uses it. */
export interface Tool {
  /** Entry in the list of tools. */
  listed: ListedTool;
  /** True when it writes: only for tokens with that scope. */
  writes: boolean;
  /** True when a service token may use it; other writing tools are for people only. */
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
  /** The tool's names of schema fields, where they differ. */
  names?: Record<string, string>;
  run(input: z.output<Input>, caller: ToolCaller): Promise<z.input<Output>>;
}

/** Language parameter of tools that return texts. */
export const language = z.enum(languages).optional();
/** Reads the language from the arguments of a call. */
const spoken = z.object({ language });

type Json = Record<string, unknown>;

/** A schema in few characters, since every agent reads all of them. */
function listedSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const json = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // The values of an enum imply its type, and agents need no bounds of output numbers.
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

/** Defines a tool of the table. */
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
      // Every writing tool is idempotent and deletes nothing.
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
