// Control commands of the fake Raindrop, for tests and curl.
import { z } from 'zod';
import {
  disturbanceSchema,
  faultSchema,
  rateSchema,
  type Faults,
  type RateLimit,
} from './faults.ts';
import type { Library, NewRaindrop } from './library.ts';

/** A call that reached the API. */
export interface ReceivedCall {
  method: string;
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** Status of the answer; 0 when the connection was broken. */
  status: number;
}

interface Command<Input extends z.ZodType, Output> {
  about: string;
  input: Input;
  run: (input: z.output<Input>) => Output;
}

const command = <Input extends z.ZodType, Output>(
  about: string,
  input: Input,
  run: (input: z.output<Input>) => Output,
): Command<Input, Output> => ({ about, input, run });

const id = z.int();
const nothing = z.object({});
const one = z.object({ id });

interface FakeParts {
  library: Library;
  faults: Faults;
  rateLimit: RateLimit;
  calls: ReceivedCall[];
  cache: Map<string, unknown>;
}

const libraryCommands = (library: Library) => ({
  bookmarks: command('All bookmarks, those in the trash too.', nothing, () => library.all()),
  add: command(
    'Adds a bookmark; `link` is required, `_id` may be given.',
    z.looseObject({ link: z.string() }),
    (fields) => library.add(fields as NewRaindrop),
  ),
  edit: command(
    'Overwrites the given keys of a bookmark, with whatever they hold.',
    z.object({ id, changes: z.record(z.string(), z.unknown()) }),
    ({ id, changes }) => known(library.edit(id, changes), id),
  ),
  move: command(
    'Moves a bookmark to a collection (-1 unsorted, -99 trash).',
    z.object({ id, collection: z.int() }),
    ({ id, collection }) => known(library.move(id, collection), id),
  ),
  trash: command('Moves a bookmark to the trash.', one, ({ id }) =>
    known(library.move(id, -99), id),
  ),
  restore: command('Takes a bookmark out of the trash, unsorted.', one, ({ id }) =>
    known(library.move(id, -1), id),
  ),
  delete: command('Deletes a bookmark for good.', one, ({ id }) => ({
    deleted: known(library.destroy(id) || undefined, id),
  })),
  addCollection: command(
    'Adds a collection, inside another one if `parent` is given.',
    z.object({
      id: z.int().positive(),
      title: z.string(),
      parent: z.int().nullable().default(null),
    }),
    ({ id, title, parent }) => library.addCollection({ _id: id, title, parent }),
  ),
});

const faultCommands = ({ library, faults, rateLimit, calls, cache }: FakeParts) => ({
  fail: command('Lets the next calls fail, each in the given way.', faultSchema, (fault) => {
    faults.fail(fault);
    return fault;
  }),
  clearFaults: command('Ends all faults.', nothing, () => {
    faults.clear();
    return { cleared: true };
  }),
  disturb: command('Makes holes or duplicates between pages.', disturbanceSchema, (disturbance) => {
    faults.disturb(disturbance);
    return disturbance;
  }),
  rate: command('Sets the rate limit and begins its window anew.', rateSchema, (rate) => {
    rateLimit.set(rate);
    return rate;
  }),
  calls: command('All calls that reached the API.', nothing, () => calls),
  forgetCalls: command('Forgets the calls so far.', nothing, () => ({
    forgotten: calls.splice(0).length,
  })),
  reset: command('Empties everything and ends all faults.', nothing, () => {
    library.clear();
    faults.clear();
    rateLimit.set(rateSchema.parse({}));
    cache.clear();
    calls.splice(0);
    return { bookmarks: 0 };
  }),
});

/** All commands by name; over HTTP each is `POST /_control/<name>` with its input as JSON. */
export const createCommands = (parts: FakeParts) => ({
  ...libraryCommands(parts.library),
  ...faultCommands(parts),
});

export type Commands = ReturnType<typeof createCommands>;

/** The commands as methods; each takes the same object as over HTTP. */
export type Control = {
  [Name in keyof Commands]: (
    ...input: Record<never, never> extends z.input<Commands[Name]['input']>
      ? [input?: z.input<Commands[Name]['input']>]
      : [input: z.input<Commands[Name]['input']>]
  ) => Promise<Awaited<ReturnType<Commands[Name]['run']>>>;
};

/** Runs a command by its name and returns a copy. Throws a ZodError for a wrong input. */
export async function runCommand(commands: Commands, name: string, input: unknown) {
  const { input: schema, run } = commands[name as keyof Commands] as Command<z.ZodType, unknown>;
  return structuredClone(await run(schema.parse(input ?? {})));
}

function known<Value>(value: Value | undefined, id: number): Value {
  if (value === undefined) throw new Error(`There is no bookmark ${id}.`);
  return value;
}
