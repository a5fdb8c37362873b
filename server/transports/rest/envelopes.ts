// Response envelopes and their JSON schemas, shared by answers and the OpenAPI document.

/** A JSON schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { [keyword: string]: unknown };

export interface Envelope {
  /** Path of the result in the answer. */
  place: readonly string[];
  wrap(result: unknown): Record<string, unknown>;
  describe(result: JsonSchema): JsonSchema;
  /** Answers a text result as a file; the name depends on the arguments of the call. */
  file?: { type: string; name(given: Record<string, unknown>): string };
}

const success = { type: 'boolean', const: true };

/** `{success, ...result}`: the members of the result are beside `success`. */
export const spread: Envelope = {
  place: [],
  wrap: (result) => ({ success: true, ...(result as object) }),
  describe: (result) => {
    const properties = (result['properties'] ?? {}) as JsonSchema;
    const required = (result['required'] ?? []) as string[];
    return {
      type: 'object',
      required: ['success', ...required.filter((name) => name !== 'success')],
      properties: { ...properties, success: properties['success'] ?? success },
    };
  },
};

/** `{success, data}`: the result is under `data`. */
export const data: Envelope = {
  place: ['data'],
  wrap: (result) => ({ success: true, data: result }),
  describe: (result) => ({
    type: 'object',
    required: ['success', 'data'],
    properties: { success, data: result },
  }),
};

/** A CSV file with this name. */
export const csv = (name: (given: Record<string, unknown>) => string): Envelope => ({
  ...data,
  file: { type: 'text/csv', name },
});
