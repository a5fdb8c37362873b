import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { MeDocument } from '../../generated.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { flashMs, ProgressCard } from './ProgressCard.tsx';

const at = (value: number) => ({
  value,
  hasWrittenUseCase: value > 10,
  hasLikedUseCase: value > 55,
  complete: value === 100,
});
const person = (value: number) => aUser({ progress: at(value) });
const done = 'Отлично: теперь коллеги видят ваш опыт';

async function show(value: number) {
  const onNext = jest.fn();
  const page = await renderPage(<ProgressCard onNext={onNext} />, {
    resolvers: { Query: { me: () => person(value) } },
  });
  const reach = (next: number) =>
    act(
      async () =>
        void page.client.writeQuery({
          query: MeDocument,
          data: {
            me: {
              ...person(next),
              __typename: 'CurrentUser',
              company: null,
              progress: { ...at(next), __typename: 'Progress' },
              telegramLink: null,
            },
          },
        }),
    );
  return { ...page, onNext, reach };
}

afterEach(() => jest.useRealTimers());

const write = 'опишите, как вы используете сервис';
const like = 'нажмите «Полезно» у кейса коллеги';

test.each([
  [10, [write, like], ['write', 'like'], `Следующие шаги: ${write} и ${like}`],
  [55, [like], ['like'], `Следующий шаг: ${like}`],
])(
  'at %i of 100 the hint names every missing step and leads to it',
  async (value, names, steps, hint) => {
    const { user, onNext } = await show(value);
    await screen.findByRole('progressbar');
    const buttons = screen.getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(names);
    expect(buttons[0]!.closest('p')).toHaveTextContent(hint);
    for (const button of buttons) await user.click(button);
    expect(onNext.mock.calls).toEqual(steps.map((step) => [step]));
  },
);

test('the last step flashes once for 240 ms, then the card folds up; hidden, it stays away', async () => {
  expect(flashMs).toBe(240);
  const { user, reach, unmount } = await show(55);
  await screen.findByText('55 из 100');
  jest.useFakeTimers();
  await reach(100);
  expect(document.querySelectorAll('[data-flash]')).toHaveLength(2);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await act(() => jest.advanceTimersByTimeAsync(flashMs));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getAllByText(done).length).toBeGreaterThan(0);
  jest.useRealTimers();
  await user.click(screen.getByRole('button', { name: 'Скрыть' }));
  expect(screen.queryByRole('button', { name: 'Скрыть' })).toBeNull();
  unmount();
  await show(100);
  expect(screen.queryByRole('button', { name: 'Скрыть' })).toBeNull();
});

test('who comes with everything done sees no flash', async () => {
  await show(100);
  expect(await screen.findByRole('button', { name: 'Скрыть' })).toBeInTheDocument();
  expect(document.querySelector('[data-flash]')).toBeNull();
});
