// The modules that the files of components' tests share are brought back as the next file finds them (jsdomEnvironment.mjs).
import { render } from '@testing-library/react';
import { keepCurrentUser, useCurrentUser } from '../browser/currentUser.ts';
import { keepTravellingToken, useTravellingToken } from '../browser/travellingToken.ts';
import { togglePicked, usePicked } from '../features/compare/picked.ts';

const bringModulesBack = (globalThis as unknown as Record<symbol, () => void>)[
  Symbol.for('loadout.bringModulesBack')
]!;

function Remembered() {
  const remembered = [useTravellingToken(), useCurrentUser()?.name, usePicked().length];
  return <p>{remembered.map((one) => one ?? 'none').join(', ')}</p>;
}

function whatIsRemembered(): string {
  const { container, unmount } = render(<Remembered />);
  const text = container.textContent;
  unmount();
  return text;
}

test('what a file has left in the modules is gone for the next', () => {
  keepTravellingToken('a link of the bot');
  keepCurrentUser({ id: '1', name: 'Anna', progress: {} });
  togglePicked({ id: '1', titleRu: null, titleEn: null });
  expect(whatIsRemembered()).toBe('a link of the bot, Anna, 1');

  sessionStorage.clear();
  bringModulesBack();
  expect(whatIsRemembered()).toBe('none, none, 0');
});
