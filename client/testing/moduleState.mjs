// What the modules of the client remember, back to what it was when they were loaded: the files of components' tests in a worker
// share them (keptRuntime.mjs), and what one file has left must not be what the next one finds. Each module gets a few lines at
// its end that hand over what it keeps in its own scope, so that nobody has to list the modules, and none needs a way back for
// the tests' sake.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';

/** Under this name the window has what a module hands its state over to. */
const handOver = Symbol.for('loadout.moduleState');
/** And under this one what brings all of them back. */
const bringBack = Symbol.for('loadout.bringModulesBack');

const variables = /^(?:export )?let (\w+)/gm;
const collections = /^(?:export )?const (\w+)\b[^\n]*? = (?:new (?:Map|Set)\b|\[|\{)/gm;

const namesIn = (source, pattern) => [...source.matchAll(pattern)].map(([, name]) => name);

/** The source with what hands over its state, or as it is when it has none. */
export function withState(source) {
  const values = namesIn(source, variables).map((name) => [
    `{ read: () => ${name}, write: (value) => { ${name} = value; } }`,
  ]);
  const held = namesIn(source, collections);
  if (values.length === 0 && held.length === 0) return source;
  return `${source}\n;globalThis[Symbol.for('loadout.moduleState')]?.({ values: [${values.join()}], held: [${held.join()}] });\n`;
}

/** A listener that was added by a module and not by a component stays for good; a component's goes with it. */
const isState = (member) => typeof member !== 'function';

/** How each kind of collection goes back. What is none of them is left alone. */
const backOf = {
  Set: (set) => {
    const then = [...set];
    return () => {
      for (const member of set) if (isState(member) && !then.includes(member)) set.delete(member);
      for (const member of then) set.add(member);
    };
  },
  Map: (map) => {
    const then = [...map];
    return () => {
      map.clear();
      for (const [key, value] of then) map.set(key, value);
    };
  },
  Array: (list) => {
    const then = [...list];
    return () => {
      if (list.length !== then.length || then.some((one, at) => !Object.is(one, list[at])))
        list.splice(0, list.length, ...then);
    };
  },
  Object: (object) => {
    const then = { ...object };
    return () => {
      for (const name of Object.keys(object)) if (!(name in then)) delete object[name];
      for (const [name, value] of Object.entries(then))
        if (!Object.is(object[name], value)) object[name] = value;
    };
  },
};

/**
 * Has the modules that are loaded in a window from now on hand over their state.
 * @returns what brings all of them back
 */
export function watchModules(window) {
  const ways = [];
  window[handOver] = ({ values, held }) => {
    for (const { read, write } of values) {
      const then = read();
      ways.push(() => write(then));
    }
    for (const one of held) {
      const kind = Object.prototype.toString.call(one).slice('[object '.length, -1);
      if (Object.hasOwn(backOf, kind)) ways.push(backOf[kind](one));
    }
  };
  window[bringBack] = () => {
    for (const goBack of ways) goBack();
  };
  return window[bringBack];
}

/** What comes anew for each file has nothing to bring back. */
const isAnew = (path) => /\.test\.tsx?$|\/client\/testing\/setup\.ts$/.test(path);

const ownText = readFileSync(import.meta.filename, 'utf8');

/** Jest's transformer of the client's files (`transform` in the configuration). */
export default {
  createTransformer(options) {
    const plain = swc.createTransformer(options);
    const prepare = (source, path) => (isAnew(path) ? source : withState(source));
    return {
      ...plain,
      process: (source, path, rest) => plain.process(prepare(source, path), path, rest),
      processAsync: (source, path, rest) => plain.processAsync(prepare(source, path), path, rest),
      getCacheKey: (...given) =>
        createHash('sha256')
          .update(plain.getCacheKey(...given))
          .update(ownText)
          .digest('hex'),
    };
  },
};
