// What a file of components' tests leaves in the window that the next file of its worker finds (jsdomEnvironment.mjs). The
// next file would pass or fail by it, depending on which one ran before.

/** Under this name the window has what the set-up calls when it is done: what it makes itself is no leftover. */
const windowIsSetUp = Symbol.for('loadout.windowIsSetUp');

/**
 * What libraries put into a window once, when they are loaded or first used: the helpers of TypeScript, the marks of React, the
 * router and Apollo, the names of portals, the clipboard and the focus of user-event.
 */
const isOfLibrary = (name) =>
  /^(window\.(__|@wry\/|portal\/)|document\._reactListening|navigator\.clipboard$|HTMLElement\.prototype\.(focus|blur)$)/.test(
    name,
  );

const places = (window) => ({
  window,
  document: window.document,
  navigator: window.navigator,
  performance: window.performance,
  Date: window.Date,
  Math: window.Math,
  URL: window.URL,
  'Element.prototype': window.Element.prototype,
  'HTMLElement.prototype': window.HTMLElement.prototype,
  'Storage.prototype': window.Storage.prototype,
});

const meaning = ({ value, get, set }) => [value, get, set];

const read = (place) =>
  new Map(
    Object.entries(Object.getOwnPropertyDescriptors(place)).map(([name, descriptor]) => [
      name,
      meaning(descriptor),
    ]),
  );

const isSame = (one, other) => one.every((part, index) => Object.is(part, other[index]));

/** What a function of the window gives ids for, until the ids come back. */
function countLive(window, start, stop) {
  const live = new Map();
  const begin = window[start];
  const end = window[stop];
  window[start] = (work, ...rest) => {
    const id = begin(work, ...rest);
    live.set(id, String(work).slice(0, 80));
    return id;
  };
  window[stop] = (id) => {
    live.delete(id);
    return end(id);
  };
  return live;
}

/**
 * Watches a window.
 * @returns what answers, after a file, what is left: one line each
 */
export function watchLeftovers(window) {
  const intervals = countLive(window, 'setInterval', 'clearInterval');
  let before = [];
  window[windowIsSetUp] = () => {
    intervals.clear();
    before = Object.entries(places(window)).map(([name, place]) => [name, place, read(place)]);
  };
  return () => {
    const changed = before.flatMap(([where, place, then]) => {
      const now = read(place);
      return [...new Set([...then.keys(), ...now.keys()])]
        .filter(
          (name) => !then.has(name) || !now.has(name) || !isSame(then.get(name), now.get(name)),
        )
        .filter((name) => !isOfLibrary(`${where}.${name}`))
        .map((name) => `${where}.${name} ${now.has(name) ? 'is another' : 'is gone'}`);
    });
    const { body, cookie } = window.document;
    return [
      ...changed,
      ...[...body.children].map((element) => `in the page: ${element.outerHTML.slice(0, 120)}`),
      ...Object.keys(window.localStorage).map((key) => `localStorage.${key}`),
      ...Object.keys(window.sessionStorage).map((key) => `sessionStorage.${key}`),
      ...(cookie === '' ? [] : [`the cookies ${cookie}`]),
      ...[...intervals.values()].map((work) => `an interval: ${work}`),
    ];
  };
}
