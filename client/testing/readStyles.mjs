// What `getComputedStyle` answers in the components' tests, computed when it is read. jsdom writes every rule of the element and
// fourteen colours into an object of its own for each call; whoever looks for a role asks thousands of times, for three words.
import { createRequire } from 'node:module';
import { declared, inherited } from './styleRules.mjs';

// The jsdom that the environment runs on.
const require = createRequire(createRequire(import.meta.url).resolve('jest-environment-jsdom'));
const { implForWrapper } = require('jsdom/lib/jsdom/living/generated/utils.js');

const ofElement = (name) => (element) => declared(element, name);
const ofParents = (name, initial) => (element) => inherited(element, name, initial);

/** What is asked again and again. */
const quick = new Map([
  ['content', ofElement('content')],
  ['display', ofElement('display')],
  ['opacity', ofElement('opacity')],
  ['pointer-events', ofParents('pointer-events', 'auto')],
  ['pointerEvents', ofParents('pointer-events', 'auto')],
  ['visibility', ofParents('visibility', 'visible')],
]);

/** Puts it in the place of the window's own, which still answers everything else. */
export function readStylesLate(window) {
  const computeAll = window.getComputedStyle;
  window.getComputedStyle = (element, pseudo) => {
    const node = implForWrapper(element);
    if (pseudo || !node) return computeAll(element, pseudo);
    const read = (name) => {
      const compute = quick.get(name);
      if (compute) return compute(node);
      const all = computeAll(element);
      const value = all[name];
      return typeof value === 'function' ? value.bind(all) : value;
    };
    return new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'getPropertyValue'
            ? (property) =>
                quick.has(property)
                  ? read(property)
                  : computeAll(element).getPropertyValue(property)
            : read(name),
      },
    );
  };
}
