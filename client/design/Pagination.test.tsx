import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { Pagination } from './Pagination.tsx';

const hrefOf = (page: number) => `/dashboard?page=${page}`;

test('a navigation of real links, the current one marked', async () => {
  await renderPage(<Pagination page={4} pages={9} hrefOf={hrefOf} />);
  const pages = within(screen.getByRole('navigation', { name: 'Страницы каталога' }));
  expect(pages.getByRole('link', { current: 'page' })).toHaveAccessibleName('Страница 4');
  expect(pages.getByRole('link', { name: 'Страница 9' })).toHaveAttribute(
    'href',
    '/dashboard?page=9',
  );
  expect(pages.getByRole('link', { name: 'Назад страница' })).toHaveAttribute(
    'href',
    '/dashboard?page=3',
  );
  expect(pages.getByRole('link', { name: 'Вперёд страница' })).toHaveAttribute('rel', 'next');
  expect(pages.getAllByText('…')).toHaveLength(1);
});

test('no way before the first page and none beyond the last', async () => {
  const { unmount } = await renderPage(<Pagination page={1} pages={3} hrefOf={hrefOf} />);
  expect(screen.queryByRole('link', { name: /Назад/ })).toBeNull();
  unmount();
  await renderPage(<Pagination page={3} pages={3} hrefOf={hrefOf} />);
  expect(screen.queryByRole('link', { name: /Вперёд/ })).toBeNull();
});

test('a single page needs none', async () => {
  await renderPage(<Pagination page={1} pages={1} hrefOf={hrefOf} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('says which page was pressed, and changes the address', async () => {
  const onNavigate = jest.fn();
  const { user, router } = await renderPage(
    <Pagination page={1} pages={3} hrefOf={hrefOf} onNavigate={onNavigate} />,
    { language: 'en' },
  );
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  expect(onNavigate).toHaveBeenCalledWith(2);
  expect(router.state.location.search).toBe('?page=2');
});
