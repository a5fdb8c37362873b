// Colour mode, stored Telegram login, and environment.
import { followColourMode, nextColourMode, setColourMode, type ColourMode } from './colourMode.ts';
import { readSettings } from './environment.ts';
import { readTelegramLogin, storeTelegramLogin, telegramLoginLifetimeMs } from './signIn.ts';

describe('colour mode', () => {
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

  test('follows the system live without a choice', () => {
    expect(shown()).toBe('light');
    dark = true;
    system.dispatchEvent(new Event('change'));
    expect(shown()).toBe('dark');
    expect(document.documentElement.style.colorScheme).toBe('dark');
  });

  test('stores a choice, which overrides the system', () => {
    setColourMode('light');
    dark = true;
    system.dispatchEvent(new Event('change'));
    expect(shown()).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');
  });

  test('follows a choice in another tab', () => {
    localStorage.setItem('theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(shown()).toBe('dark');
  });

  test.each([
    ['light', false],
    ['dark', true],
  ] as const)(
    'with a %s system the button cycles through the modes, with a visible first change',
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
});

describe('stored Telegram login', () => {
  const login = { id: 42, first_name: 'Анна', auth_date: 1_760_000_000, hash: 'abc' };
  const now = 1_760_000_100_000;
  const stored = () => localStorage.getItem('telegramLogin');

  test('reads a stored login unchanged', () => {
    storeTelegramLogin(login, now);
    expect(readTelegramLogin(now)).toEqual(login);
  });

  test('expires after 24 hours', () => {
    storeTelegramLogin(login, now);
    expect(readTelegramLogin(now + telegramLoginLifetimeMs - 1)).toEqual(login);
    expect(readTelegramLogin(now + telegramLoginLifetimeMs)).toBeNull();
    expect(stored()).toBeNull();
  });

  test.each(['no json', '"text"', '{}', 'null'])('%p is removed', (kept) => {
    localStorage.setItem('telegramLogin', kept);
    expect(readTelegramLogin(now)).toBeNull();
    expect(stored()).toBeNull();
  });
});

describe('environment', () => {
  test('defaults of the specification', () => {
    expect(readSettings({ googleClientId: 'id' })).toEqual({
      googleClientId: 'id',
      googleCallbackPath: '/oauth/google/callback',
      appEnvironment: 'development',
      port: 5176,
      telegramBotName: null,
      telegramOpenId: false,
      signInProviders: [],
      developerSignIn: false,
      languageModel: false,
      splashOnly: false,
    });
  });

  test('reports all problems at once', () => {
    const wrong = { appEnvironment: 'staging', googleCallbackPath: '//evil.example', port: 'many' };
    expect(() => readSettings(wrong)).toThrow(
      /appEnvironment.*googleClientId.*googleCallbackPath.*port/s,
    );
  });
});
