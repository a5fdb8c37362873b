import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { arrivalMs } from '../design/useArrivalDeadline.ts';
import { setCurrentUser, useSignedInUser } from '../browser/currentUser.ts';
import { ItemCard } from '../features/catalogue/ItemCard.tsx';
import type { CardItem } from '../features/catalogue/cardSlots.ts';
import { anItem, pageSlice } from '../features/catalogue/testItems.ts';
import { storeDraft, newUseCaseKey } from '../features/useCases/useCaseDrafts.ts';
import { me } from '../testing/useCases.ts';

import { aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { useItemDialogs } from './itemDialogs.tsx';
import { useCardSlots } from './useCardSlots.tsx';

const item = anItem('12', { titleRu: 'Курсор', titleEn: 'Cursor', useCasesCount: 2 });
const resolvers = {
  Query: {
    me: () => me(),
    knowledgeItem: () => item,
    myUseCasesForItem: () => [],
    itemExperts: () => [],
    searchKnowledge: () => pageSlice([item], 0, 12),
    tags: () => [],
    suggestions: () => [],
  },
  Mutation: { likeKnowledge: () => ({ isLiked: true, likesCount: 6 }) },
};

function Page() {
  const { slots, dialog } = useCardSlots(useSignedInUser());
  return (
    <>
      <h1>Каталог</h1>
      <ItemCard
        item={{ ...item, __typename: 'KnowledgeItem' } as unknown as CardItem}
        slots={slots}
      />
      {dialog}
    </>
  );
}
const open = async (at = '/dashboard?search=a') => {
  setCurrentUser(aUser());
  const page = await renderPage(<Page />, { resolvers, at });
  return { ...page, address: () => page.router.state.location.search };
};
const dialog = (name: string) => screen.findByRole('dialog', { name });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('closes with a message when the service is missing, but keeps a started use case', async () => {
  setCurrentUser(aUser());
  const isGone = () => {
    throw new GraphQLError('gone', { extensions: { code: 'NOT_FOUND' } });
  };
  const around = {
    resolvers: {
      ...resolvers,
      Query: { ...resolvers.Query, knowledgeItem: isGone, myUseCasesForItem: isGone },
    },
  };
  for (const name of ['access', 'report', 'experts', 'useCases']) {
    const at = `/dashboard?dialog=${name}&item=99`;
    const { user, router, unmount } = await renderPage(<Page />, { ...around, at });
    const shown = await dialog('Сервиса больше нет в каталоге');
    expect(within(shown).queryByRole('textbox')).toBeNull();
    expect(within(shown).queryByRole('button', { name: 'Повторить' })).toBeNull();
    const [, close] = within(shown).getAllByRole('button', { name: 'Закрыть' });
    await user.click(close!);
    await gone();
    expect(router.state.location.search).toBe('');
    unmount();
  }
  storeDraft(newUseCaseKey(aUser().id, '99'), { text: 'Рисую уровни', language: 'ru' });
  await renderPage(<Page />, { ...around, at: '/dashboard?dialog=useCases&item=99' });
  const cases = await dialog('Мои кейсы');
  await within(cases).findByText('Сервиса больше нет в каталоге');
  expect(within(cases).getByRole('textbox')).toHaveValue('Рисую уровни');
  expect(within(cases).queryByRole('button', { name: 'Повторить' })).toBeNull();
  storeDraft(newUseCaseKey(aUser().id, '99'), null);
});

test('opens dialogs in the address; Back and closing go one step back', async () => {
  const { user, router, address } = await open();
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Курсор' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Мои кейсы' }));
  await dialog('Мои кейсы: Курсор');
  expect(address()).toBe('?search=a&dialog=useCases&item=12');
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Как вы используете сервис?' })).toHaveFocus(),
  );
  await act(() => router.navigate(-1));
  await gone();
  expect(address()).toBe('?search=a');

  await user.click(screen.getByRole('button', { name: 'Запросить доступ' }));
  const again = await dialog('Запрос доступа');
  await user.click(within(again).getByRole('button', { name: 'Закрыть' }));
  await gone();
  expect(address()).toBe('?search=a');
});

test('moves the focus to the replacement of a removed button', async () => {
  setCurrentUser(aUser());
  let isAsked = false;
  function Asking() {
    const { slots, dialog: shown } = useItemDialogs(false);
    return (
      <>
        <div>
          <a href="#site">Сайт</a>
          {isAsked ? (
            <a href="#requests">Доступ запрошен</a>
          ) : (
            <button type="button" onClick={() => slots.onRequestAccess?.(item)}>
              Запросить
            </button>
          )}
        </div>
        {shown}
      </>
    );
  }
  const { user } = await renderPage(<Asking />, { resolvers, at: '/dashboard' });
  await user.click(screen.getByRole('button', { name: 'Запросить' }));
  await dialog('Запрос доступа');
  isAsked = true;
  await user.keyboard('{Escape}');
  await gone();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Доступ запрошен' })).toHaveFocus());
});

test('opens a dialog from its address, and closes it on the same page', async () => {
  const { user, address } = await open('/dashboard?dialog=report&item=12&search=a');
  await dialog('Пожаловаться');
  await user.keyboard('{Escape}');
  await gone();
  expect(address()).toBe('?search=a');
});

test('experts have the editor of a use case; going back returns to their button', async () => {
  const { user, router, address } = await open();
  await user.click(screen.getByRole('button', { name: '2 кейса' }));
  const experts = await dialog('Кейсы и эксперты: Курсор');
  await within(experts).findByRole('textbox', { name: 'Как вы используете сервис?' });
  expect(address()).toBe('?search=a&dialog=experts&item=12');
  await act(() => router.navigate(-1));
  await gone();
  expect(address()).toBe('?search=a');
  await waitFor(() => expect(screen.getByRole('button', { name: '2 кейса' })).toHaveFocus());
});

afterEach(() => jest.useRealTimers());

/** Opens a shared address of a dialog under fake timers, and holds the title until it is released. */
async function openLinked(answer: () => object, name = 'report'): Promise<() => void> {
  await import('../features/complaints/ComplaintDialog.tsx');
  await import('../features/curation/HistoryDialog.tsx');
  let letGo = (): void => undefined;
  const free = new Promise<void>((done) => {
    letGo = done;
  });
  let isAsked = false;
  const late = () => {
    isAsked = true;
    return free.then(answer);
  };
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setInterval', 'setImmediate'] });
  setCurrentUser(aUser({ isAdmin: name === 'history' }));
  function Linked() {
    return useItemDialogs(name === 'history').dialog;
  }
  await renderPage(<Linked />, {
    resolvers: { Query: { ...resolvers.Query, knowledgeItem: late } },
    at: `/dashboard?dialog=${name}&item=12`,
  });
  await waitFor(() => expect(isAsked).toBe(true));
  return letGo;
}

test.each([
  ['report', 'Пожаловаться'],
  ['history', 'История'],
])(
  'opens a dialog (%s) within a second without its title, and does not change it later',
  async (name, heading) => {
    const letGo = await openLinked(() => item, name);
    act(() => jest.advanceTimersByTime(arrivalMs - 1));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    const opened = await dialog(heading);
    letGo();
    jest.useRealTimers();
    // The title has loaded for the next dialog; this one does not show it.
    await act(() => new Promise((done) => setTimeout(done)));
    expect(opened).not.toHaveTextContent('Курсор');
  },
);

test.each([
  ['comes', () => item],
  [
    'cannot come',
    () => {
      throw new Error('No such service');
    },
  ],
])(
  'opens a dialog when the title of its service %s, without a later shift',
  async (what, answer) => {
    const letGo = await openLinked(answer);
    expect(screen.queryByRole('dialog')).toBeNull();
    letGo();
    const report = await dialog('Пожаловаться');
    expect(within(report).queryAllByText('Курсор')).toHaveLength(what === 'comes' ? 1 : 0);
    expect(within(report).getAllByRole('radio')).toHaveLength(15);
  },
);
