// What the rules of a page say about one property of an element, as jsdom has it: of the rules that match, the last one decides.
// jsdom compares an element with every rule and writes down all that the matching ones say; here only those are compared that say
// something about the property and whose class, id or tag the element has.
import { createRequire } from 'node:module';

// The jsdom that the environment runs on.
const require = createRequire(createRequire(import.meta.url).resolve('jest-environment-jsdom'));
const ofJsdom = createRequire(require.resolve('jsdom'));
const { parse } = ofJsdom('rrweb-cssom');
const { CSSStyleDeclaration } = ofJsdom('cssstyle');
const { matchesDontThrow } = require('jsdom/lib/jsdom/living/helpers/selectors.js');
/** What elements look like without a rule of the page. */
const defaultSheet = parse(require('jsdom/lib/jsdom/browser/default-stylesheet.js'));

const any = '*';
const opening = new Set(['(', '[']);
const closing = new Set([')', ']']);

/** The last compound of every selector of a list: `p > a:hover, b` → `a:hover`, `b`. */
function lastCompounds(selectors) {
  const found = [];
  let compound = '';
  let depth = 0;
  let quote = '';
  let isAfter = false;
  for (const sign of selectors.trim()) {
    if (quote) quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (opening.has(sign)) depth += 1;
    else if (closing.has(sign)) depth -= 1;
    if (depth === 0 && !quote && sign === ',') {
      found.push(compound);
      compound = '';
      isAfter = false;
    } else if (depth === 0 && !quote && /[\s>+~]/.test(sign)) isAfter = true;
    else {
      compound = isAfter ? sign : compound + sign;
      isAfter = false;
    }
  }
  return [...found, compound];
}

/**
 * What an element must have for one of the selectors to match, one for each: `.class`, `#id`, a tag, or `*` where that is not
 * plain to see.
 */
const keysOf = (selectors) =>
  selectors.includes('\\')
    ? [any]
    : lastCompounds(selectors).map((compound) => {
        const [, tag, named] = /^([a-z][\w-]*)?([.#][\w-]+)?/i.exec(compound);
        return named ?? tag?.toLowerCase() ?? any;
      });

/** What a rule makes of a property; undefined when it leaves it as it is. */
function effectOf(style, property) {
  const value = style.getPropertyValue(property);
  if (value === 'unset') return '';
  const [first, other] = ['', 'inherit'].map((before) => {
    const declaration = new CSSStyleDeclaration();
    declaration.setProperty(property, before);
    declaration.setProperty(property, value);
    return declaration.getPropertyValue(property);
  });
  return first === other ? first : undefined;
}

/** Rules that count, in their order: those for a screen, too, but only one level deep. */
const rulesOf = (sheet) =>
  Array.from(sheet.cssRules).flatMap((rule) => {
    if (!rule.media) return [rule];
    return Array.from(rule.media).includes('screen') ? Array.from(rule.cssRules) : [];
  });

const readRules = new WeakMap();

/** A rule with what is asked of it again and again. */
function readRule(rule) {
  let read = readRules.get(rule);
  if (!read) {
    const { selectorText, style } = rule;
    const properties = new Set(selectorText ? Array.from(style) : []);
    read = { selectorText, style, properties, keys: selectorText ? keysOf(selectorText) : [] };
    readRules.set(rule, read);
  }
  return read;
}

/** The rules that say something about a property, by what an element must have. */
function sort(rules, property) {
  const byKey = new Map();
  rules.forEach((rule, order) => {
    if (!rule.properties.has(property)) return;
    const effect = effectOf(rule.style, property);
    if (effect === undefined) return;
    const entry = { order, effect, selectorText: rule.selectorText };
    for (const key of new Set(rule.keys)) {
      const list = byKey.get(key);
      if (list) list.push(entry);
      else byKey.set(key, [entry]);
    }
  });
  return byKey;
}

const isSame = (one, other) =>
  one.length === other.length && one.every((rule, index) => rule === other[index]);

/** The rules of a document: read again when there are others. */
function createBook() {
  let known = [];
  let read = [];
  let sorted = new Map();
  return {
    update(document) {
      const rules = [defaultSheet, ...document.styleSheets._list].flatMap(rulesOf);
      if (isSame(known, rules)) return;
      known = rules;
      read = rules.map(readRule);
      sorted = new Map();
    },
    about(property) {
      let byKey = sorted.get(property);
      if (!byKey) sorted.set(property, (byKey = sort(read, property)));
      return byKey;
    },
  };
}

const books = new WeakMap();
/** The state in which jsdom has seen the page last, which it forgets with every change, and what was asked in it. */
const states = new WeakMap();

function stateOf(document) {
  const seen = (document._styleCache ??= new WeakMap());
  let state = states.get(seen);
  if (!state) {
    let book = books.get(document);
    if (!book) books.set(document, (book = createBook()));
    book.update(document);
    states.set(seen, (state = { book, answers: new Map() }));
  }
  return state;
}

/** What an element has that a rule may name. */
function* keysOfElement(element) {
  yield any;
  yield element.localName.toLowerCase();
  const id = element.getAttributeNS(null, 'id');
  if (id) yield `#${id}`;
  for (const name of (element.getAttributeNS(null, 'class') ?? '').split(/\s+/)) yield `.${name}`;
}

function compute(book, element, property) {
  const own = element.style;
  if (own?.length > 0 && Array.from(own).includes(property)) {
    const effect = effectOf(own, property);
    if (effect !== undefined) return effect;
  }
  const byKey = book.about(property);
  const rules = [...keysOfElement(element)].flatMap((key) => byKey.get(key) ?? []);
  const last = rules
    .sort((one, other) => other.order - one.order)
    .find(({ selectorText }) => matchesDontThrow(element, selectorText));
  return last?.effect ?? '';
}

/**
 * What the rules and the element's own style say.
 * @returns the value, or nothing where they say nothing
 */
export function declared(element, property) {
  const { book, answers } = stateOf(element._ownerDocument);
  let ofProperty = answers.get(property);
  if (!ofProperty) answers.set(property, (ofProperty = new Map()));
  let value = ofProperty.get(element);
  if (value === undefined) ofProperty.set(element, (value = compute(book, element, property)));
  return value;
}

/** The same for a property that passes from parents to children. */
export function inherited(element, property, initial) {
  for (let one = element; one !== null; one = one.parentElement) {
    const value = declared(one, property);
    if (value !== '') return value;
  }
  return initial;
}
