import { screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { Demo } from './Demo.tsx';
import { useDemoQuestion } from './useDemoQuestion.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
const touched = (id: string, own: string | null) => ({
  id,
  titleRu: `Сервис ${id}`,
  titleEn: null,
  likes: 2,
  useCases: 1,
  complaints: 0,
  accessRequests: 0,
  hasNotes: true,
  ownItem: own === null ? null : { id: own },
});
const removal = {
  items: 158,
  people: 24,
  peopleStaying: 2,
  useCases: 130,
  likes: 900,
  complaints: 12,
  suspendedLikes: 3,
  movedItems: [touched('1', '500')],
  remainingItems: [touched('2', null)],
};

let state: Record<string, unknown>;
let calls: string[];
const resolvers = {
  Query: {
    demo: () => state,
    // Asked once more behind the removal, it would answer when its dialog has gone.
    demoRemoval: () => (state['isLoaded'] ? removal : new Promise(() => undefined)),
  },
  Mutation: {
    removeDemo: () => {
      calls.push('remove');
      state = { ...state, isLoaded: false, items: 1, choice: 'leave', isQuestionOpen: false };
      return removal;
    },
    loadDemo: () => {
      calls.push('load');
      state = { ...state, isLoaded: true };
      return state;
    },
    chooseDemo: (_: unknown, { choice }: { choice: string }) => {
      calls.push(choice);
      state = { ...state, choice, isQuestionOpen: false };
      return state;
    },
  },
};
beforeEach(() => {
  calls = [];
  state = {
    isLoaded: true,
    items: 158,
    people: 26,
    choice: null,
    isQuestionOpen: true,
    canLoad: true,
  };
});

/** What is asked anew behind a change is asked when no question about it stands any more. */
const onChanged = () => calls.push(screen.queryByRole('dialog') ? 'changed below it' : 'changed');
const showPanel = () => renderPage(<Demo onChanged={onChanged} />, { resolvers });

test('says what goes, what moves and what stays before it takes the demo away', async () => {
  const { user } = await showPanel();
  await user.click(await screen.findByRole('button', { name: 'Убрать демокаталог' }));
  const dialog = await screen.findByRole('dialog', { name: 'Убрать демокаталог?' });
  expect(
    await within(dialog).findByText(/^Исчезнет: 158 сервисов, 24 вымышленных человека/),
  ).toBeInTheDocument();
  expect(within(dialog).getByText('Сервис 1')).toBeInTheDocument();
  expect(within(dialog).getByText(/2 вымышленных человека останутся/)).toBeInTheDocument();
  expect(
    within(dialog).getAllByText('2 отметки «Использую», 1 кейс, заметки или правки администратора'),
  ).toHaveLength(2);
  expect(calls).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Убрать демокаталог' }));
  await waitFor(() => expect(calls).toEqual(['remove', 'changed']));
  expect(await screen.findByText(/^Демокаталог убран\. 1 его сервис остаётся/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Загрузить демокаталог' }));
  await waitFor(() => expect(calls).toEqual(['remove', 'changed', 'load', 'changed']));
});

test('lets an admin keep both, and asks no more', async () => {
  const { user } = await showPanel();
  await user.click(await screen.findByRole('button', { name: 'Оставить оба' }));
  await waitFor(() => expect(calls).toEqual(['keep', 'changed']));
  await waitFor(() => expect(screen.queryByText('Что сделать с демокаталогом?')).toBeNull());
});

test('offers no loading where it cannot be loaded', async () => {
  state = { ...state, isLoaded: false, items: 0, isQuestionOpen: false, canLoad: false };
  await showPanel();
  expect(await screen.findByText('Демокаталог не загружен.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

describe('the question before own services come', () => {
  function Asking() {
    const demo = useDemoQuestion();
    return (
      <>
        <button
          type="button"
          onClick={() => void demo.ask().then((may) => calls.push(String(may)))}
        >
          Sync
        </button>
        {demo.dialog}
      </>
    );
  }
  const show = async () => {
    const shown = await renderPage(<Asking />, { resolvers });
    await shown.user.click(screen.getByRole('button', { name: 'Sync' }));
    return shown;
  };

  test('leaves the demo unless told otherwise', async () => {
    const { user } = await show();
    const leave = await screen.findByRole('button', { name: 'Убрать после импорта' });
    await waitFor(() => expect(leave).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls).toEqual(['leave', 'true']));
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    await waitFor(() => expect(calls).toEqual(['leave', 'true', 'true']));
  });

  test('stops the work when it is closed without an answer', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(calls).toEqual(['false']));
  });

  test('is not asked where the demo is not', async () => {
    state = { ...state, isLoaded: false };
    await show();
    await waitFor(() => expect(calls).toEqual(['true']));
  });
});
