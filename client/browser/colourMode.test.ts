import { followColourMode, nextColourMode, setColourMode, type ColourMode } from './colourMode.ts';

let dark = false;
let system: EventTarget;
let stop: () => void;
const shown = () => document.documentElement.dataset['theme'];

beforeEach(() => {
  dark = false;
  system = new EventTarget();
  window.matchMedia = () =>
    Object.defineProperty(system, 'matches', {
      get: () => dark,
      configurable: true,
    }) as MediaQueryList;
  stop = followColourMode();
});
afterEach(() => stop());

test('follows the system while nothing is chosen, live', () => {
  expect(shown()).toBe('light');
  dark = true;
  system.dispatchEvent(new Event('change'));
  expect(shown()).toBe('dark');
  expect(document.documentElement.style.colorScheme).toBe('dark');
});

test('a choice holds against the system and is kept', () => {
  setColourMode('light');
  dark = true;
  system.dispatchEvent(new Event('change'));
  expect(shown()).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

test('a choice made in another tab shows here', () => {
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(shown()).toBe('dark');
});

test('the system mode forgets the choice', () => {
  setColourMode('dark');
  setColourMode('system');
  expect(localStorage.getItem('theme')).toBeNull();
  expect(shown()).toBe('light');
});

test('an unknown kept value is the system mode', () => {
  localStorage.setItem('theme', 'sepia');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(shown()).toBe('light');
});

test.each([
  ['light', false],
  ['dark', true],
] as const)(
  'with a %s system the first presses of the button are seen, and it goes round',
  (_, isDark) => {
    dark = isDark;
    setColourMode('system');
    const seen = [shown()];
    let mode: ColourMode = 'system';
    const modes = [1, 2, 3].map(() => {
      mode = nextColourMode(mode);
      setColourMode(mode);
      seen.push(shown());
      return mode;
    });
    const [own, other] = isDark ? ['dark', 'light'] : ['light', 'dark'];
    expect(modes).toEqual([other, own, 'system']);
    expect(seen).toEqual([own, other, own, own]);
  },
);
