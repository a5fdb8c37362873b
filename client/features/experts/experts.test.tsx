// Dialog and avatars of experts.
import { act, screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { hasContributed } from '../../browser/firstContribution.ts';
import { registerNoticeDisplay, type DisplayedNotice } from '../../design/notify.ts';
import { aUser } from '../../testing/fixtures.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { me } from '../../testing/useCases.ts';
import { ProgressChip } from '../progress/ProgressChip.tsx';
import { ExpertAvatars } from './ExpertAvatars.tsx';
import { ExpertsDialog } from './ExpertsDialog.tsx';

describe('dialog', () => {
  const aSharedCase = (id: string, changes: Record<string, unknown> = {}) => ({
    id,
    descriptionRu: `Кейс ${id}`,
    descriptionEn: `Case ${id}`,
    outdatedLanguage: null,
    likesCount: 4,
    isLiked: false,
    isOwn: false,
    ...changes,
  });
  const anExpert = (changes: Record<string, unknown> = {}) => ({
    id: '5',
    name: 'Мария Соколова',
    avatarUrl: null,
    telegramUsername: 'maria_s',
    isDisabled: false,
    useCasesCount: 5,
    company: { key: 'gdev', name: 'GDEV' },
    useCases: ['1', '2', '3', '4', '5'].map((id) => aSharedCase(id)),
    ...changes,
  });

  /** The message template names the service. */
  const askAddress = `https://t.me/maria_s?text=${encodeURIComponent('Привет! Вопрос про Cursor: ')}`;

  let experts: unknown[] = [];
  let opened: string[] = [];
  let hasLiked = false;
  let toggles: string[] = [];
  let asks: object[] = [];
  let askAnswer: () => unknown = () => ({ success: true });
  let answer: () => unknown = () => ({ isLiked: true, likesCount: 5 });

  beforeEach(() => {
    setCurrentUser(aUser());
    experts = [anExpert()];
    opened = [];
    hasLiked = false;
    toggles = [];
    asks = [];
    askAnswer = () => ({ success: true });
    answer = () => {
      hasLiked = true;
      return { isLiked: true, likesCount: 5 };
    };
  });
  const open = async (around: Surroundings = {}) => {
    const progress = () => ({
      value: hasLiked ? 100 : 55,
      hasWrittenUseCase: true,
      hasLikedUseCase: hasLiked,
      complete: hasLiked,
    });
    const resolvers = {
      Query: {
        me: () => me({ progress: progress() }),
        knowledgeItem: () => ({ id: '12', titleRu: 'Cursor', titleEn: 'Cursor' }),
        itemExperts: () => experts,
      },
      Mutation: {
        askExpert: (_root: unknown, asked: object) => {
          asks.push(asked);
          return askAnswer();
        },
        toggleUseCaseLike: (_root: unknown, { id }: { id: string }) => {
          toggles.push(id);
          return answer();
        },
      },
    };
    const ui = (
      <>
        <ProgressChip isShort={false} onNext={() => undefined} />
        <ExpertsDialog
          itemId="12"
          onClose={() => undefined}
          onOpen={(...asked) => opened.push(asked.join(' '))}
          editor={null}
        />
      </>
    );
    const page = await renderPage(ui, { resolvers, ...around });
    await screen.findByRole('dialog');
    return page;
  };
  const like = (name: RegExp) => screen.findByRole('button', { name });

  test('shows the three most liked use cases, the others behind “Ещё 2 кейса”, and why somebody cannot be asked', async () => {
    const few = { useCases: [], useCasesCount: 0 };
    experts = [
      anExpert(),
      anExpert({ id: '6', name: 'Иван Волков', telegramUsername: null, ...few }),
      anExpert({ id: '7', isDisabled: true, ...few }),
      anExpert({ id: '1', name: 'Анна Крылова', ...few }),
    ];
    const { user } = await open();
    expect(await screen.findByText('Кейс 3')).toBeInTheDocument();
    const link = screen.getByRole('link', { name: /^Спросить в Telegram Мария Соколова/ });
    expect(link).toHaveAttribute('href', askAddress);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    for (const words of ['Telegram не указан', 'Аккаунт отключён', 'это вы'])
      expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText('Кейс 4')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ещё 2 кейса' }));
    expect(screen.getByText('Кейс 5')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Свернуть' }));
    expect(screen.queryByText('Кейс 4')).toBeNull();
  });

  test('Ask opens Telegram and notifies the expert; a refusal stays silent', async () => {
    askAnswer = () => {
      throw new Error('Not now');
    };
    const { user } = await open();
    const put: DisplayedNotice[] = [];
    const close = registerNoticeDisplay({
      put: (notice) => put.push(notice),
      dismiss: () => undefined,
    });
    const link = await screen.findByRole('link', { name: /^Спросить в Telegram/ });
    let isPrevented = true;
    const look = (event: MouseEvent) => {
      isPrevented = event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', look);
    await user.click(link);
    document.removeEventListener('click', look);
    await waitFor(() => expect(asks).toEqual([{ itemId: '12', expertId: '5' }]));
    await user.click(screen.getByRole('button', { name: 'Ещё 2 кейса' }));
    expect(isPrevented).toBe(false);
    expect(link).toHaveAttribute('href', askAddress);
    expect(link).toHaveAttribute('target', '_blank');
    expect(put).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
    close();
  });

  test('section 5: an own use case has an edit link instead of a like button', async () => {
    experts = [anExpert({ useCases: [aSharedCase('1', { isOwn: true, likesCount: 2 })] })];
    const { user } = await open();
    const text = await screen.findByText('Кейс 1');
    const row = within(text.closest('li')!);
    expect(row.getByText('Ваш кейс')).toBeInTheDocument();
    expect(row.getByText('Полезно: 2')).toBeInTheDocument();
    await user.click(row.getByRole('button'));
    expect(row.getByRole('button')).toHaveAccessibleName('Изменить кейс «Кейс 1»');
    expect(opened).toEqual(['useCases 1']);
  });

  test('section 4, use-case like: shown at once, settled by the answer; two quick presses toggle once', async () => {
    let finish = (_like: unknown) => {};
    answer = () => new Promise((resolve) => (finish = resolve));
    const { user } = await open();
    const button = await like(/^Полезно — кейс «Кейс 1.*», отметили: \d/);
    expect(button).toHaveAttribute('aria-pressed', 'false');
    await user.dblClick(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(button).toHaveTextContent(/5$/);
    expect(toggles).toEqual(['1']);
    expect(hasContributed()).toBe(false);
    hasLiked = true;
    await act(async () => finish({ isLiked: true, likesCount: 9 }));
    await waitFor(() => expect(button).toHaveTextContent(/9$/));
    // The progress updates without a reload.
    expect(await screen.findByText('Готово. Коллеги видят ваши кейсы')).toBeInTheDocument();
    expect(hasContributed()).toBe(true);
  });

  test('reverts a refused like with a message for three seconds and inline', async () => {
    for (const [language, isLiked, message, words, reason] of [
      ['ru', false, '', 'Не удалось сохранить. Попробуйте ещё раз', undefined],
      ['en', true, 'Не сейчас', 'Couldn’t save. Try again', 'The server says: Не сейчас'],
    ] as const) {
      experts = [anExpert({ useCases: [aSharedCase('1', { isLiked })] })];
      answer = () => {
        throw new Error(message);
      };
      const { user, unmount } = await open({ language });
      const put: DisplayedNotice[] = [];
      const close = registerNoticeDisplay({
        put: (notice) => put.push(notice),
        dismiss: () => undefined,
      });
      const button = await like(/1/);
      await user.click(button);
      expect(await screen.findByText(reason ? `${words}. ${reason}` : words)).toBeInTheDocument();
      expect(put).toEqual([
        expect.objectContaining({ kind: 'error', title: words, duration: 3000 }),
      ]);
      expect(put[0]?.description).toBe(reason);
      expect(button).toHaveAttribute('aria-pressed', String(isLiked));
      expect(button).toHaveTextContent(/4$/);
      close();
      unmount();
    }
  });
});

describe('avatars', () => {
  const person = (name: string) => ({
    __typename: 'Expert' as const,
    id: name,
    name,
    avatarUrl: null,
  });

  test.each([
    [1, ['Анна'], 'Эксперт: Анна'],
    [2, ['Анна', 'Борис'], 'Эксперты: Анна и Борис, всего 2'],
    [21, ['Анна', 'Борис', 'Вера'], 'Эксперты: Анна, Борис и Вера, всего 21'],
  ])('names %i experts and their number', async (expertsCount, names, words) => {
    const experts = names.map(person);
    await renderPage(
      <ExpertAvatars item={{ __typename: 'KnowledgeItem', experts, expertsCount }} />,
    );
    expect(screen.getByLabelText(words)).toBeInTheDocument();
  });
});
