import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { setSingleKeys } from './singleKeys.ts';

const screenWithSearch = (
  <>
    <form role="search">
      <input role="combobox" aria-label="Поиск" aria-expanded="false" aria-controls="x" />
    </form>
    <textarea aria-label="Кейс" />
    <ShortcutKeys />
  </>
);
const press = (init: KeyboardEventInit, target: EventTarget = document.body) =>
  act(async () => {
    target.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
const search = () => screen.getByRole('combobox', { name: 'Поиск', hidden: true });

beforeEach(() => void keepCurrentUser(aUser()));
afterEach(() => act(() => setSingleKeys(true)));

test.each([
  ['/ on a Latin layout', { code: 'Slash', key: '/' }],
  ['the same key on a Russian layout', { code: 'Slash', key: '.' }],
  ['/ where it stands elsewhere', { code: 'Digit7', key: '/', shiftKey: true }],
  ['Ctrl-K', { code: 'KeyK', key: 'k', ctrlKey: true }],
  ['Ctrl-K on a Russian layout', { code: 'KeyK', key: 'л', ctrlKey: true }],
])('%s goes to the search', async (_name, init) => {
  await renderPage(screenWithSearch);
  await press(init);
  expect(search()).toHaveFocus();
});

test('a single character belongs to the field in which it is typed, Ctrl-K does not', async () => {
  await renderPage(screenWithSearch);
  const field = screen.getByRole('textbox', { name: 'Кейс' });
  field.focus();
  await press({ code: 'Slash', key: '/' }, field);
  expect(field).toHaveFocus();
  await press({ code: 'KeyK', key: 'k', ctrlKey: true }, field);
  expect(search()).toHaveFocus();
});

test('single characters can be switched off', async () => {
  await renderPage(screenWithSearch);
  act(() => setSingleKeys(false));
  await press({ code: 'Slash', key: '/' });
  expect(search()).not.toHaveFocus();
  await press({ code: 'KeyK', key: 'k', ctrlKey: true });
  expect(search()).toHaveFocus();
});

test('? shows the list, which holds the switch', async () => {
  const { user } = await renderPage(screenWithSearch);
  await press({ code: 'Slash', key: '?', shiftKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Горячие клавиши' });
  expect(dialog).toHaveTextContent('Ctrl K');
  const single = screen.getByRole('switch', { name: /из одного символа/ });
  expect(single).toBeChecked();
  await user.click(single);
  await waitFor(() => expect(single).not.toBeChecked());
});

test('while a dialog is open the search is left alone', async () => {
  await renderPage(screenWithSearch);
  await press({ code: 'Slash', key: '?', shiftKey: true });
  await screen.findByRole('dialog', { name: 'Горячие клавиши' });
  await press({ code: 'KeyK', key: 'k', ctrlKey: true });
  expect(search()).not.toHaveFocus();
});

test('the list can be opened without its key, also when single characters are off', async () => {
  await renderPage(screenWithSearch);
  act(() => setSingleKeys(false));
  // On a narrow screen, as this one, the button is not shown.
  fireEvent.click(screen.getByTitle('Горячие клавиши'));
  expect(await screen.findByRole('dialog', { name: 'Горячие клавиши' })).toBeInTheDocument();
});
