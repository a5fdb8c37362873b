// Like button, liked items, and keys of a card.
import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { GraphQLError } from 'graphql';
import { renderPage } from '../../testing/render.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { CardSlots } from './cardSlots.ts';
import { anItem, type TestItem } from './testItems.ts';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { hasContributed } from '../../browser/firstContribution.ts';
import { registerNoticeDisplay, type DisplayedNotice } from '../../design/notify.ts';
import { dataClasses } from '../../enums/generated.ts';
import { aUser } from '../../testing/fixtures.ts';
import { LikedItems } from './LikedItems.tsx';

describe('card of a service', () => {
  const long = `${'Длинное слово '.repeat(12)}конец.`;

  const show = (given: Partial<TestItem>, slots: Partial<CardSlots> = {}, match?: object) => {
    const item = { ...anItem('7', given), __typename: 'KnowledgeItem' } as never;
    return renderPage(
      <main id="main">
        <ItemCard
          item={item}
          slots={{ company: 'Nexters', companyKey: 'nexters', ...slots }}
          match={match as never}
        />
      </main>,
    );
  };

  test('links the title to the page and the menu to the site; hides buttons without a dialog', async () => {
    const { user } = await show({ useCasesCount: 4, adminVisibility: 'hidden' });
    expect(screen.getByText('Скрыто')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '4 кейса' })).not.toBeInTheDocument();
    const title = screen.getByRole('link', { name: 'Сервис 7' });
    expect(title).toHaveAttribute('href', '/services/7');
    expect(title).not.toHaveAttribute('target');
    await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
    const link = await screen.findByRole('menuitem', { name: /^Открыть сайт/ });
    expect(link).toHaveAttribute('href', 'https://service-7.example/');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    const entries = screen.getAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Открыть сайт (откроется в новой вкладке)',
      'Скопировать ссылку',
    ]);
    expect(screen.getByRole('article')).toHaveAccessibleName(/Сервис 7/);
    // The address of our page, not of the vendor.
    const writeText = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(entries[1]!);
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/services/7`);
  });

  test('opens dialogs for the item; texts follow the language', async () => {
    const slots = { onOpenExperts: jest.fn(), onReport: jest.fn(), onOpenUseCases: jest.fn() };
    const ranges = {
      titleRu: [],
      titleEn: [{ start: 0, end: 7 }],
      descriptionRu: [],
      descriptionEn: [],
    };
    const given = { titleRu: null, descriptionRu: ' ', useCasesCount: 4 };
    const { user, container } = await show(given, slots, ranges);
    await user.click(screen.getByRole('button', { name: '4 кейса' }));
    expect(slots.onOpenExperts).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Ещё действия: Service 7' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Пожаловаться' }));
    expect(slots.onReport).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
    // A text that exists only in the other language is marked and has a `lang` attribute.
    expect(screen.getByRole('link', { name: /^Service 7/ })).toHaveAttribute('lang', 'en');
    expect(screen.getByText('Description 7.')).toHaveAttribute('lang', 'en');
    expect(screen.getAllByText('Текст есть только по-английски')).toHaveLength(2);
    await act(() => i18next.changeLanguage('en'));
    expect(screen.getByText('4 use cases')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^I use this Service 7/ })).toBeInTheDocument();
    const marks = [...container.querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marks).toEqual(['Service']);
  });

  describe('of the companies that have approved a service', () => {
    const badge = (key: string, name: string) => ({ key, name, tone: 'ember' as const });
    const own = badge('nexters', 'Nexters');
    const others = [badge('gdev', 'GDEV'), badge('gamegears', 'GameGears')];
    const ribbons = () =>
      [...document.querySelectorAll('[data-part=ribbon]')].map((part) => part.textContent);

    const approvalStatus = 'approved';

    test('shows the company of the reader below the picture while it approves, and a button with the names of the others', async () => {
      const { user } = await show({ approvalStatus, partnerBadges: [others[0]!, own, others[1]!] });
      expect(ribbons()).toEqual(['Nexters']);
      act(() => screen.getByRole('button', { name: 'Одобрено ещё в 2 компаниях' }).focus());
      await user.keyboard('{Enter}');
      const names = await screen.findByRole('dialog', { name: 'Одобрено ещё в 2 компаниях' });
      expect(names).toHaveTextContent('Также одобрено: GDEV и GameGears');
      await user.keyboard('{Escape}');
      await waitFor(() => expect(names).not.toBeInTheDocument());
      cleanup();
      for (const [badges, slots, shown, number, status = approvalStatus] of [
        [[others[0]!], {}, [], 'Одобрено ещё в 1 компании'],
        [[own], {}, ['Nexters'], null],
        // Approved once, and under review now.
        [[own], {}, [], null, 'under_review'],
        // A person without a company.
        [[own, ...others], { company: null, companyKey: null }, [], 'Одобрено ещё в 3 компаниях'],
      ] as const) {
        const { unmount } = await show(
          { approvalStatus: status, partnerBadges: [...badges] },
          slots,
        );
        expect({ badges, ribbons: ribbons() }).toEqual({ badges, ribbons: shown });
        if (number) expect(screen.getByRole('button', { name: number })).toBeVisible();
        else expect(screen.queryByRole('button', { name: /компани/ })).toBeNull();
        unmount();
      }
    });
  });

  test('folds a long description and expands it in place', async () => {
    const { user } = await show({ descriptionRu: long });
    const button = screen.getByRole('button', { name: 'ещё' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(screen.getByRole('button', { name: 'свернуть' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });

  test('shows a description in full where fewer than 20 characters would be hidden', async () => {
    for (const descriptionRu of [
      'Пишет код. Проверяет его.',
      'я'.repeat(151),
      'восемь. '.repeat(21).trim(),
    ]) {
      const { unmount } = await show({ descriptionRu });
      expect(screen.getByText(descriptionRu)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'ещё' })).not.toBeInTheDocument();
      unmount();
    }
  });

  const openLink = /^Открыть Сервис 7/;

  test('offers to open an allowed service and to request any other; shows an own request', async () => {
    for (const approvalStatus of ['approved', 'with_conditions'] as const) {
      const { unmount } = await show({ approvalStatus }, { onRequestAccess: jest.fn() });
      expect(screen.getByRole('link', { name: openLink })).toHaveAttribute(
        'href',
        'https://service-7.example/',
      );
      expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
      unmount();
    }
    for (const approvalStatus of ['under_review', 'not_decided', 'not_allowed'] as const) {
      const onRequestAccess = jest.fn();
      const { user, unmount } = await show({ approvalStatus }, { onRequestAccess });
      expect(screen.queryByRole('link', { name: openLink })).not.toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Запросить доступ' }));
      expect(onRequestAccess).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
      unmount();
    }
    for (const [name, status] of [
      ['Запрошен', 'requested'],
      ['Доступ одобрен', 'approved'],
    ] as const) {
      const myAccessRequest = { __typename: 'AccessRequest', id: '3', status } as const;
      const { unmount } = await show(
        { approvalStatus: 'under_review', myAccessRequest },
        { onRequestAccess: jest.fn() },
      );
      expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/profile/requests');
      unmount();
    }
  });
});

describe('actions on a card', () => {
  describe('like button', () => {
    const slots = { company: null };

    /** A server with one liked list, which holds the answers to likes until the test releases them. */
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
            progress: {
              value: 10,
              hasWrittenUseCase: false,
              hasLikedUseCase: false,
              complete: false,
            },
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
        </>,
        { resolvers: resolvers as never },
      );

    const likeButton = () => screen.findByRole('button', { name: /^Использую/ });

    test('shows the like before the answer', async () => {
      const server = createServer(anItem('1'));
      const { user } = await show(server.resolvers);
      await user.click(await likeButton());
      await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'true'));
      expect(await likeButton()).toHaveTextContent('6');
      expect(server.calls).toEqual(['like']);
      expect(hasContributed()).toBe(false);
      await server.letThrough();
      await waitFor(async () => expect(await likeButton()).toHaveTextContent('6'));
      expect(await likeButton()).toHaveAttribute('aria-pressed', 'true');
      expect(hasContributed()).toBe(true);
    });

    test('reverts a refused like with a message; a saved like offers a use case and an undo', async () => {
      const opened: string[] = [];
      const server = createServer(anItem('1'));
      const { user } = await show(server.resolvers, {
        ...slots,
        onOpenUseCases: (item: { id: string }) => void opened.push(item.id),
      });
      const put: DisplayedNotice[] = [];
      const close = registerNoticeDisplay({
        put: (notice) => put.push(notice),
        dismiss: () => undefined,
      });
      await user.click(await likeButton());
      await waitFor(async () => expect(await likeButton()).toHaveAttribute('aria-pressed', 'true'));
      await server.letThrough(new Error('no'));
      await waitFor(async () =>
        expect(await likeButton()).toHaveAttribute('aria-pressed', 'false'),
      );
      expect(await likeButton()).toHaveTextContent('5');
      expect(put).toMatchObject([
        {
          kind: 'error',
          title: 'Не удалось сохранить «Использую»',
          duration: 3000,
          action: { label: 'Повторить' },
        },
      ]);
      expect(screen.getByText('Не удалось сохранить. Попробуйте ещё раз')).toBeInTheDocument();
      act(() => put[0]!.action!.run());
      await waitFor(async () => expect(await likeButton()).toHaveTextContent('6'));
      expect(put).toHaveLength(1);
      await server.letThrough();
      await waitFor(() => expect(put).toHaveLength(2));
      expect(opened).toEqual([]);
      const { action, secondAction } = put[1]!;
      expect([action?.label, secondAction?.label]).toEqual(['Написать кейс', 'Отменить']);
      action!.run();
      expect(opened).toEqual(['1']);
      act(() => secondAction!.run());
      await server.letThrough();
      await waitFor(async () =>
        expect(await likeButton()).toHaveAttribute('aria-pressed', 'false'),
      );
      expect(server.calls).toEqual(['like', 'like', 'unlike']);
      expect(await likeButton()).toHaveFocus();
      close();
    });

    test('reports a hidden service once, without a retry', async () => {
      const server = createServer(anItem('1'));
      const { user } = await show(server.resolvers);
      await user.click(await likeButton());
      await server.letThrough(new GraphQLError('gone', { extensions: { code: 'NOT_FOUND' } }));
      expect(await screen.findAllByText('Сервиса больше нет в каталоге')).toHaveLength(1);
      expect(screen.queryByText(/Не удалось сохранить/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
    });

    test('settles quick presses on the last one', async () => {
      for (const [presses, pressed, calls] of [
        [2, 'false', ['like', 'unlike']],
        [5, 'true', ['like']],
      ] as const) {
        const server = createServer(anItem('1'));
        const { unmount } = await show(server.resolvers);
        const button = await likeButton();
        for (let press = 0; press < presses; press += 1) button.click();
        await waitFor(() => expect(button).toHaveAttribute('aria-pressed', pressed));
        for (const _call of calls) await server.letThrough();
        await waitFor(() => expect(server.calls).toEqual(calls));
        await waitFor(() => expect(button).toHaveAttribute('aria-pressed', pressed));
        expect(button).toHaveTextContent(pressed === 'true' ? '6' : '5');
        unmount();
      }
    });

    test('confirms before own use cases are deleted with the like', async () => {
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
      await waitFor(async () =>
        expect(await likeButton()).toHaveAttribute('aria-pressed', 'false'),
      );
      expect(server.calls).toEqual(['unlike with use cases']);
      expect(await screen.findByText('0 кейсов')).toBeInTheDocument();
    });
  });

  test('the status opens the data rules, with conditions in their rows', async () => {
    const verdicts = dataClasses.map((dataClass) => ({
      dataClass,
      verdict: dataClass === 'source_code' ? 'yes_if' : 'no',
      conditionRu: dataClass === 'source_code' ? 'без ключей' : null,
      conditionEn: null,
    }));
    setCurrentUser(aUser({ company: { key: 'gdev', name: 'GDEV' } }));
    const item = {
      ...anItem('1', { approvalStatus: 'with_conditions' }),
      __typename: 'KnowledgeItem',
    };
    const { user } = await renderPage(
      <main id="main">
        <ItemCard item={item as never} slots={{ company: 'GDEV' }} />
      </main>,
      {
        resolvers: {
          Query: { knowledgeItem: () => ({ id: '1', dataRules: { owner: null, verdicts } }) },
        },
      },
    );
    await user.click(screen.getByRole('button', { name: /^С условиями/, description: 'Сервис 1' }));
    const rules = await screen.findByRole('dialog', { name: 'Что можно в GDEV' });
    expect(await within(rules).findAllByRole('term')).toHaveLength(dataClasses.length);
    expect(within(rules).getByText('без ключей')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(rules).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /^С условиями/ })).toHaveFocus();
  });
});
