import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import fc from '../../../server/testing/fastCheck.ts';
import i18next from 'i18next';
import { dataClasses } from '../../enums/generated.ts';
import type { DataClass } from '../../generated.ts';
import { translations } from '../../testing/texts.ts';
import { renderPage } from '../../testing/render.tsx';
import { ItemCard, type CardSlots } from './ItemCard.tsx';
import { dataPermission } from './dataPermission.ts';
import { anItem, type TestItem } from './testItems.ts';

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

test('the title opens the page of the service; its site is another act, in a new tab', async () => {
  await show({});
  const title = screen.getByRole('link', { name: 'Сервис 7' });
  expect(title).toHaveAttribute('href', '/services/7');
  expect(title).not.toHaveAttribute('target');
  const link = screen.getByRole('link', {
    name: 'Открыть сайт (откроется в новой вкладке)',
    description: 'Сервис 7',
  });
  expect(link).toHaveAttribute('href', 'https://service-7.example/');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByRole('article')).toHaveAccessibleName(/Сервис 7/);
});

test('a very long title takes three lines at most; the ear has all of it, and the pointer', async () => {
  const { unmount } = await show({ titleRu: long });
  const link = screen.getByRole('link', { name: long });
  expect(link).toHaveAttribute('title', long);
  const style = getComputedStyle(screen.getByRole('heading', { level: 3 }));
  expect(style.getPropertyValue('-webkit-line-clamp')).toBe('3');
  unmount();
  await show({});
  expect(screen.getByRole('link', { name: 'Сервис 7' })).not.toHaveAttribute('title');
});

describe('of the companies that have approved a service', () => {
  const badge = (key: string, name: string) => ({ key, name, tone: 'ember' as const });
  const own = badge('nexters', 'Nexters');
  const others = [badge('gdev', 'GDEV'), badge('gamegears', 'GameGears')];
  const ribbons = () =>
    [...document.querySelectorAll('[data-part=ribbon]')].map((part) => part.textContent);

  test("the reader's own stands under the picture, the others are a number that opens their names", async () => {
    const { user } = await show({ partnerBadges: [others[0]!, own, others[1]!] });
    expect(ribbons()).toEqual(['Nexters']);
    const count = screen.getByRole('button', { name: '+2 компании', description: 'Сервис 7' });
    expect(count).toHaveAttribute('aria-expanded', 'false');
    expect(count).not.toHaveAttribute('aria-controls');
    act(() => count.focus());
    await user.keyboard('{Enter}');
    expect(count).toHaveAttribute('aria-expanded', 'true');
    const names = document.getElementById(count.getAttribute('aria-controls')!)!;
    expect(names).toHaveTextContent(/^Одобрено для GDEV и GameGears$/);
    await user.keyboard('{Enter}');
    expect(count).toHaveAttribute('aria-expanded', 'false');
    expect(count).not.toHaveAttribute('aria-controls');
  });

  test('without an approval of the own company there is no ribbon', async () => {
    await show({ partnerBadges: [others[0]!] });
    expect(ribbons()).toEqual([]);
    expect(screen.getByRole('button', { name: '+1 компания' })).toBeVisible();
  });

  test('with the own one alone there is no number', async () => {
    await show({ partnerBadges: [own] });
    expect(ribbons()).toEqual(['Nexters']);
    expect(screen.queryByRole('button', { name: /компани/ })).not.toBeInTheDocument();
  });

  test('who belongs to no company has them all in the number', async () => {
    await show({ partnerBadges: [own, ...others] }, { company: null, companyKey: null });
    expect(ribbons()).toEqual([]);
    expect(screen.getByRole('button', { name: '+3 компании' })).toBeInTheDocument();
  });
});

test('a long description is folded at the end of a word', async () => {
  const { user } = await show({ descriptionRu: long });
  const folded = screen.getByText(/^Длинное.*…$/);
  expect(folded.textContent).toMatch(/слово…$|Длинное…$/);
  expect(folded.textContent!.length).toBeLessThanOrEqual(151);
  const button = screen.getByRole('button', { name: 'Показать полностью' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(screen.getByText(/конец\.$/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Свернуть' })).toHaveAttribute('aria-expanded', 'true');
});

test.each([
  ['150 characters', 'я'.repeat(150)],
  ['151 characters', 'я'.repeat(151)],
  ['words of which fewer than 20 characters would be hidden', 'восемь. '.repeat(21).trim()],
])('a description of %s is whole', async (_what, descriptionRu) => {
  await show({ descriptionRu });
  expect(screen.queryByRole('button', { name: 'Показать полностью' })).not.toBeInTheDocument();
});

test('a text that exists in the other language only is marked and tagged with its language', async () => {
  await show({ titleRu: null, descriptionRu: ' ' });
  expect(screen.getByText('Service 7')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('Description 7.')).toHaveAttribute('lang', 'en');
  expect(screen.getAllByText('Текст есть только по-английски')).toHaveLength(2);
});

test('the language changes in place', async () => {
  await show({ useCasesCount: 2 });
  expect(screen.getByText('2 кейса')).toBeInTheDocument();
  await act(() => i18next.changeLanguage('en'));
  expect(screen.getByText('2 use cases')).toBeInTheDocument();
  expect(screen.getByText('Service 7')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^I use this Service 7/ })).toBeInTheDocument();
});

test('searched words are marked in the language that is shown', async () => {
  const ranges = {
    titleRu: [{ start: 0, end: 6 }],
    titleEn: [],
    descriptionRu: [],
    descriptionEn: [],
  };
  const { container } = await show({}, {}, ranges);
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Сервис',
  ]);
});

test('approval takes the place of the request for access', async () => {
  const onRequestAccess = jest.fn();
  const { unmount } = await show({ isVerified: true }, { onRequestAccess });
  expect(screen.getByText('Одобрено для Nexters')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  unmount();
  const { user } = await show({}, { onRequestAccess });
  await user.click(screen.getByRole('button', { name: 'Запросить доступ' }));
  expect(onRequestAccess).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
});

test('an open request for access stands in the place of the button, and leads to it', async () => {
  const myAccessRequest = { __typename: 'AccessRequest', id: '3', status: 'approved' } as const;
  await show({ myAccessRequest }, { onRequestAccess: jest.fn() });
  expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Доступ одобрен' })).toHaveAttribute(
    'href',
    '/profile/requests',
  );
});

test('what has no dialog has no button', async () => {
  const { user } = await show({ useCasesCount: 4 });
  expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '4 кейса' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual(['Скопировать ссылку']);
});

test('the copied link leads to the page of the service, not to the vendor', async () => {
  const { user } = await show({});
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  const writeText = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('menuitem', { name: 'Скопировать ссылку' }));
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/services/7`);
});

test('what has a dialog opens it for the item', async () => {
  const slots = { onOpenExperts: jest.fn(), onReport: jest.fn(), onOpenUseCases: jest.fn() };
  const { user } = await show({ useCasesCount: 4 }, slots);
  await user.click(screen.getByRole('button', { name: '4 кейса' }));
  expect(slots.onOpenExperts).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Пожаловаться' }));
  expect(slots.onReport).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
});

test('a hidden item says so', async () => {
  await show({ adminVisibility: 'hidden' });
  expect(screen.getByText('Скрыто')).toBeInTheDocument();
  expect(screen.getByRole('article')).toHaveAttribute('data-dimmed');
});

type Marked = NonNullable<TestItem['marked']>;
type Told = Marked['verdicts'][number]['verdict'];

/** A rule as the card is told it; what is not named is not decided. */
const rule = (
  verdicts: Partial<Record<DataClass, Told>>,
  given: Partial<Marked> = {},
): { marked: Marked } => ({
  marked: {
    __typename: 'DataRules',
    decisionState: 'decided',
    status: null,
    verdicts: dataClasses.map((dataClass) => ({
      __typename: 'DataVerdict',
      dataClass,
      verdict: verdicts[dataClass] ?? 'undecided',
    })),
    ...given,
  },
});
const markOn = (container: HTMLElement) => {
  const mark = container.querySelector('[data-part=data]');
  return (
    mark && [
      mark.getAttribute('title')?.replaceAll('\u00a0', ' '),
      mark.querySelector('[data-tone=success]') !== null,
    ]
  );
};
const six = {
  public_material: 'yes',
  source_code: 'yes_if',
  unreleased_art: 'ask',
  player_data: 'no',
  staff_data: 'being_checked',
} as const;

test.each([
  [
    'counts what may go in now, and names each class with its answer',
    rule(six),
    [],
    'Можно: 2 из 6; да – открытые материалы; да, если… – исходный код; спросить – невышедший арт и сборки; ' +
      'проверяется – данные сотрудников; нет – данные игроков; не решено – материалы партнёров и под NDA',
    true,
  ],
  [
    'says yes of the filtered class',
    rule(six),
    ['public_material'],
    'открытые материалы: да',
    true,
  ],
  ['says on what condition', rule(six), ['source_code'], 'исходный код: да, если…', true],
  ['says no of the filtered class', rule(six), ['player_data'], 'данные игроков: нет', false],
  [
    'says of the filtered class that nothing is decided',
    rule(six),
    ['partner_material'],
    'материалы партнёров и под NDA: не решено',
    false,
  ],
  [
    'counts among the filtered classes only',
    rule(six),
    ['public_material', 'player_data'],
    'Можно: 1 из 2; да – открытые материалы; нет – данные игроков',
    true,
  ],
  [
    'past its review nothing counts',
    rule({ source_code: 'being_checked', player_data: 'no' }, { decisionState: 'being_checked' }),
    [],
    'Данные: проверяется; проверяется – исходный код; нет – данные игроков; не решено – открытые материалы, ' +
      'невышедший арт и сборки, данные сотрудников и материалы партнёров и под NDA',
    false,
  ],
] as const)('the mark of the data rules %s', async (_name, given, allowedFor, words, allows) => {
  const { container } = await show(given, { allowedFor });
  expect(markOn(container)).toEqual([words, allows]);
});

test.each([
  ['Данные: нет', rule({ player_data: 'no' })],
  ['Данные: спросить', rule({ player_data: 'no', source_code: 'ask' })],
  ['Данные: нет', rule({}, { status: 'not_allowed' })],
  ['Данные: проверяется', rule({}, { decisionState: 'being_checked', status: 'under_review' })],
])('a rule that lets nothing in says %s, and is not coloured', async (words, given) => {
  const { container } = await show(given);
  expect(markOn(container)).toEqual([expect.stringMatching(new RegExp(`^${words}; `)), false]);
});

test.each([[[]], [['source_code']]] as const)(
  'where nothing is decided there is no mark; an approval says so',
  async (allowedFor) => {
    for (const standing of ['undecided', 'approved_undecided'] as const) {
      const { container, unmount } = await show(
        { ...rule({}, { decisionState: standing }), isVerified: standing === 'approved_undecided' },
        { allowedFor },
      );
      expect(markOn(container)).toBeNull();
      const approval = screen.queryByText('Одобрено для Nexters. Правила данных не решены');
      expect(approval !== null).toBe(standing === 'approved_undecided');
      unmount();
    }
    const { container } = await show({ marked: null }, { allowedFor });
    expect(markOn(container)).toBeNull();
  },
);

test('whatever is told, the mark allows exactly what is yes or yes with a condition', () => {
  const told = ['yes', 'yes_if', 'ask', 'no', 'being_checked', 'undecided'] as const;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...told), { minLength: 6, maxLength: 6 }),
      fc.subarray([...dataClasses]),
      (verdicts, filtered) => {
        const { marked } = rule(
          Object.fromEntries(dataClasses.map((one, index) => [one, verdicts[index]])),
        );
        const yes = marked.verdicts
          .filter(({ dataClass }) => filtered.length === 0 || filtered.includes(dataClass))
          .filter(({ verdict }) => verdict === 'yes' || verdict === 'yes_if').length;
        const mark = dataPermission(marked, filtered);
        expect(mark?.allows ?? false).toBe(yes > 0);
        if (typeof mark?.says === 'object') expect(mark.says.allowed).toBe(yes);
      },
    ),
  );
});

test('the mark names the classes and the answers as the page of the service does', () => {
  for (const language of ['ru', 'en'] as const) {
    const { dashboard, service } = translations[language] as Record<string, Record<string, never>>;
    expect({
      class: dashboard?.['mark']?.['class'],
      verdict: dashboard?.['mark']?.['verdict'],
    }).toEqual({
      class: service?.['rules']?.['class'],
      verdict: service?.['rules']?.['verdict'],
    });
  }
});
