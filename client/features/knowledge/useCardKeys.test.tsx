import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Cards } from './ItemGrid.tsx';

/** Three columns, as the page lays them out on a wide screen. */
const columns = 3;

const measure = Element.prototype.getBoundingClientRect;
afterEach(() => {
  Element.prototype.getBoundingClientRect = measure;
});
beforeEach(() => {
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const all = [...document.querySelectorAll('article')];
    const at = all.findIndex((one) => one === this);
    return new DOMRect(0, Math.floor(at / columns) * 300, 300, 280);
  };
});

function Page() {
  const [names, setNames] = useState(['a', 'b', 'c', 'd', 'e']);
  return (
    <>
      <button type="button">before</button>
      <Cards label="Services">
        {names.map((name) => (
          <div key={name}>
            <article aria-label={name}>
              <a href={`/${name}`}>{`link ${name}`}</a>
              <button type="button">{`use ${name}`}</button>
            </article>
          </div>
        ))}
      </Cards>
      <button type="button">after</button>
      <button type="button" onClick={() => setNames(['x', 'y'])}>
        others
      </button>
    </>
  );
}
const card = (name: string) => screen.getByRole('article', { name });
const open = async () => {
  render(<Page />);
  const user = userEvent.setup();
  await user.tab();
  await user.tab();
  expect(card('a')).toHaveFocus();
  return user;
};

test('Tab stops at one card, its controls, and what follows the list', async () => {
  const user = await open();
  await user.tab();
  expect(screen.getByRole('link', { name: 'link a' })).toHaveFocus();
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'after' })).toHaveFocus();
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'use a' })).toHaveFocus();
});

test.each([
  ['{ArrowRight}', 'b'],
  ['{ArrowRight}{ArrowLeft}', 'a'],
  ['{ArrowLeft}', 'a'],
  ['{ArrowDown}', 'd'],
  ['{ArrowDown}{ArrowUp}', 'a'],
  ['{End}', 'e'],
  ['{End}{ArrowRight}', 'e'],
  ['{End}{Home}', 'a'],
  ['{PageDown}{PageDown}', 'c'],
  ['{PageDown}{PageDown}{ArrowDown}', 'e'],
  ['{PageDown}{PageUp}', 'a'],
])('%s leads to the card %s, which is then the stop', async (keys, name) => {
  const user = await open();
  await user.keyboard(keys);
  expect(card(name)).toHaveFocus();
  expect(screen.getAllByRole('article').filter((one) => one.tabIndex === 0)).toEqual([card(name)]);
  await user.tab();
  expect(screen.getByRole('link', { name: `link ${name}` })).toHaveFocus();
});

test('inside a card Escape leads back to it, the feed’s keys to the next; arrows stay with the control', async () => {
  const user = await open();
  await user.tab();
  await user.keyboard('{ArrowDown}{End}');
  expect(screen.getByRole('link', { name: 'link a' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(card('a')).toHaveFocus();
  await user.tab();
  await user.keyboard('{PageDown}');
  expect(card('b')).toHaveFocus();
});

test('a control that was pressed makes its card the stop; the keys then scroll, as for any pointer', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'use c' }));
  await user.keyboard('{PageDown}');
  expect(screen.getByRole('button', { name: 'use c' })).toHaveFocus();
  await user.tab({ shift: true });
  await user.keyboard('{PageDown}');
  expect(card('d')).toHaveFocus();
});

test('cards that come and go: there is always one stop', async () => {
  const user = await open();
  await user.keyboard('{End}');
  await user.click(screen.getByRole('button', { name: 'others' }));
  const stops = screen.getAllByRole('article').filter((one) => one.tabIndex === 0);
  expect(stops).toEqual([card('x')]);
  expect(screen.getByRole('button', { name: 'use y' })).toHaveAttribute('tabindex', '-1');
});
