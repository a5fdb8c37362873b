import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { MeDocument } from '../../generated.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { ProgressChip } from './ProgressChip.tsx';

const at = (value: number) => ({
  value,
  hasWrittenUseCase: value > 10,
  hasLikedUseCase: value > 55,
  complete: value === 100,
});
const person = (value: number) => aUser({ progress: at(value) });
const done = 'Готово. Коллеги видят ваши кейсы';

async function show(value: number) {
  const onNext = jest.fn();
  const page = await renderPage(<ProgressChip isShort={false} onNext={onNext} />, {
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

test.each([
  [10, 'Дальше: опишите, как вы используете сервис', 'write'],
  [55, 'Дальше: нажмите «Полезно» у кейса коллеги', 'like'],
])('at %i of 100 the hint names the missing step and leads to it', async (value, name, step) => {
  const { user, onNext } = await show(value);
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', String(value));
  await user.click(screen.getByRole('button', { name }));
  expect(onNext).toHaveBeenCalledWith(step);
});

test('completion is shown once, and gone with the next visit', async () => {
  const { reach, unmount } = await show(55);
  await screen.findByText(/^Дальше/);
  await reach(100);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  expect(screen.getAllByText(done).length).toBeGreaterThan(0);
  unmount();
  await show(100);
  expect(screen.queryByRole('progressbar')).toBeNull();
});
