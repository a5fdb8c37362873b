import { act, screen, waitFor } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { hasActed } from '../../browser/usefulAct.ts';
import { openNoticePlace, type PlacedNotice } from '../../design/notify.ts';
import { renderPage } from '../../testing/render.tsx';
import { LikedItems } from './LikedItems.tsx';
import type { CardSlots } from './ItemCard.tsx';
import { anItem, type TestItem } from './testItems.ts';

const slots = { company: null };

/** A server with one liked list, whose like calls wait until the test lets them through. */
function createServer(item: TestItem) {
  const calls: string[] = [];
  const waiting: Array<(failure?: Error) => void> = [];
  const answer = async (isLiked: boolean) => {
    await new Promise<void>((resolve, reject) =>
      waiting.push((failure) => (failure ? reject(failure) : resolve())),
    );
    if (item.isLiked !== isLiked) item.likesCount += isLiked ? 1 : -1;
    item.isLiked = isLiked;
    return { isLiked, likesCount: item.likesCount };
  };
  const resolvers = {
    Query: {
      likedKnowledge: () => (item.isLiked || calls.length === 0 ? [item] : []),
      knowledgeItem: () => item,
      me: () => ({
        id: '1',
        progress: { value: 10, hasWrittenUseCase: false, hasLikedUseCase: false, complete: false },
      }),
    },
    Mutation: {
      likeKnowledge: () => {
        calls.push('like');
        return answer(true);
      },
      unlikeKnowledge: (_root: unknown, { withUseCases }: { withUseCases: boolean }) => {
        calls.push(withUseCases ? 'unlike with use cases' : 'unlike');
        if (withUseCases) Object.assign(item, { ownUseCasesCount: 0, useCasesCount: 0 });
        return answer(false);
      },
    },
  };
  const letThrough = async (failure?: Error) => {
    await waitFor(() => expect(waiting).not.toHaveLength(0));
    waiting.shift()!(failure);
  };
  return { calls, resolvers, letThrough };
}

const show = (resolvers: object, given: CardSlots = slots) =>
  renderPage(
    <>
      <LikedItems slots={given} catalogue="/dashboard" />
      <input aria-label="Поиск" />
    </>,
    { resolvers: resolvers as never },
  );

const likeButton = () => screen.findByRole('button', { name: /^Использую/ });

test('a press shows at once, before the server answers', async () => {
  const server = createServer(anItem('1'));
  const { user } = await show(server.resolvers);
  await user.click(await likeButton());
  await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'true'));
  expect(await likeButton()).toHaveTextContent('6');
  expect(server.calls).toEqual(['like']);
  expect(hasActed()).toBe(false);
  await server.letThrough();
  await waitFor(async () => expect(await likeButton()).toHaveTextContent('6'));
  expect(await likeButton()).toHaveAttribute('aria-pressed', 'true');
  expect(hasActed()).toBe(true);
});

test('a refusal takes the mark back, says so, and can be tried again', async () => {
  const server = createServer(anItem('1'));
  const { user } = await show(server.resolvers);
  await user.click(await likeButton());
  await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'true'));
  await server.letThrough(new Error('no'));
  await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'false'));
  expect(await likeButton()).toHaveTextContent('5');
  expect(await screen.findByText('Не удалось сохранить «Использую»')).toBeInTheDocument();
  expect(screen.getByText('Не удалось сохранить. Попробуйте ещё раз')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  await server.letThrough();
  await waitFor(async () => expect(await likeButton()).toHaveTextContent('6'));
  expect(server.calls).toEqual(['like', 'like']);
});

test('section 8: the refusal is said for three seconds, with Retry', async () => {
  const server = createServer(anItem('1'));
  const { user } = await show(server.resolvers);
  const put: PlacedNotice[] = [];
  const close = openNoticePlace({ put: (notice) => put.push(notice), dismiss: () => undefined });
  await user.click(await likeButton());
  await server.letThrough(new Error('no'));
  await waitFor(() => expect(put).toHaveLength(1));
  expect(put[0]).toMatchObject({
    kind: 'error',
    title: 'Не удалось сохранить «Использую»',
    duration: 3000,
    action: { label: 'Повторить' },
  });
  close();
});

test('of a service that has been hidden meanwhile it is said once, without a retry that could do nothing', async () => {
  const server = createServer(anItem('1'));
  const { user } = await show(server.resolvers);
  await user.click(await likeButton());
  await server.letThrough(new GraphQLError('gone', { extensions: { code: 'NOT_FOUND' } }));
  expect(await screen.findAllByText('Сервиса больше нет в каталоге')).toHaveLength(1);
  expect(screen.queryByText(/Не удалось сохранить/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
});

test('a press is on the screen before anything but microtasks has run', async () => {
  const server = createServer(anItem('1'));
  await show(server.resolvers);
  const button = await likeButton();
  await act(async () => button.click());
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(button).toHaveTextContent('6');
  await server.letThrough();
});

test.each([
  [2, 'false', ['like', 'unlike']],
  [3, 'true', ['like']],
  [5, 'true', ['like']],
])('%i quick presses settle on the last intention', async (presses, pressed, calls) => {
  const server = createServer(anItem('1'));
  await show(server.resolvers);
  const button = await likeButton();
  for (let press = 0; press < presses; press += 1) button.click();
  await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', pressed));
  for (const _call of calls) await server.letThrough();
  await waitFor(() => expect(server.calls).toEqual(calls));
  await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', pressed));
  expect(await likeButton()).toHaveTextContent(pressed === 'true' ? '6' : '5');
});

describe('section 4, like flow: the use cases', () => {
  const opened: string[] = [];
  const withDialog = {
    ...slots,
    onOpenUseCases: (item: { id: string }) => void opened.push(item.id),
  };
  beforeEach(() => opened.splice(0));

  test('open once the server has marked the item, not before', async () => {
    const server = createServer(anItem('1'));
    const { user } = await show(server.resolvers, withDialog);
    await user.click(await likeButton());
    await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'true'));
    expect(opened).toEqual([]);
    await server.letThrough();
    await waitFor(() => expect(opened).toEqual(['1']));
  });

  test('do not open after a refusal, and open after the retry that went through', async () => {
    const server = createServer(anItem('1'));
    const { user } = await show(server.resolvers, withDialog);
    await user.click(await likeButton());
    await server.letThrough(new Error('no'));
    const retry = await screen.findByRole('button', { name: 'Повторить' });
    expect(opened).toEqual([]);
    await user.click(retry);
    await server.letThrough();
    await waitFor(() => expect(opened).toEqual(['1']));
  });

  test('do not open for a mark that was taken off again', async () => {
    const server = createServer(anItem('1'));
    await show(server.resolvers, withDialog);
    const button = await likeButton();
    button.click();
    button.click();
    await server.letThrough();
    await server.letThrough();
    await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'false'));
    expect(opened).toEqual([]);
  });

  test('do not open over somebody who writes elsewhere by now', async () => {
    const server = createServer(anItem('1'));
    const { user } = await show(server.resolvers, withDialog);
    await user.click(await likeButton());
    await user.click(screen.getByRole('textbox', { name: 'Поиск' }));
    await server.letThrough();
    await waitFor(() => expect(server.calls).toEqual(['like']));
    await act(async () => new Promise((done) => setTimeout(done, 50)));
    expect(opened).toEqual([]);
  });
});

test('a press that was taken back before the refusal needs no message', async () => {
  const server = createServer(anItem('1'));
  await show(server.resolvers);
  const button = await likeButton();
  button.click();
  button.click();
  await server.letThrough(new Error('no'));
  await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'false'));
  expect(screen.queryByText('Не удалось сохранить «Использую»')).not.toBeInTheDocument();
  expect(server.calls).toEqual(['like']);
});

test('own use cases are asked about before they go with the mark', async () => {
  const server = createServer(
    anItem('1', { isLiked: true, ownUseCasesCount: 2, useCasesCount: 2 }),
  );
  const { user } = await show(server.resolvers);
  await user.click(await likeButton());
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveAccessibleName(/Удалить 2 кейса и больше не использовать «Сервис 1»/);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Отмена' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(server.calls).toEqual([]);

  await user.click(await likeButton());
  await user.click(await screen.findByRole('button', { name: 'Удалить и не использовать' }));
  await server.letThrough();
  await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'false'));
  expect(server.calls).toEqual(['unlike with use cases']);
  expect(await screen.findByText('0 кейсов')).toBeInTheDocument();
});
