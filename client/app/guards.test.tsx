import { act, screen } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { anAdmin, aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { passLogin, requireAdmin, requireUser } from './guards.ts';

const asked = (path: string) => ({ request: new Request(`http://localhost${path}`) });
const sentTo = async (guard: typeof requireUser, path: string) => {
  const answer: unknown = await guard(asked(path)).catch((thrown: unknown) => thrown);
  return answer instanceof Response ? answer.headers.get('Location') : answer;
};

describe('a visitor', () => {
  beforeEach(() => void keepCurrentUser(null));
  test.each([requireUser, requireAdmin])(
    'goes to the login screen, the place is kept',
    async (guard) => {
      expect(await sentTo(guard, '/admin/complaints?status=new#row')).toBe(
        '/login?from=%2Fadmin%2Fcomplaints%3Fstatus%3Dnew%23row',
      );
    },
  );
  test('may see the login screen', async () => {
    expect(await sentTo(passLogin, '/login')).toBeNull();
  });
});

describe('a user', () => {
  beforeEach(() => void keepCurrentUser(aUser()));
  test('passes', async () => {
    expect(await sentTo(requireUser, '/dashboard')).toBeNull();
  });
  test('is sent from the admin panel to the dashboard, and told why', async () => {
    await renderPage(<p />);
    expect(await act(() => sentTo(requireAdmin, '/admin'))).toBe('/dashboard');
    expect(
      await screen.findByText('Доступ запрещён: раздел только для администраторов'),
    ).toBeInTheDocument();
  });
  test('is led past the login screen, to the place that was asked for', async () => {
    expect(await sentTo(passLogin, '/login?from=%2Fprofile%2Fuse-cases')).toBe(
      '/profile/use-cases',
    );
    expect(await sentTo(passLogin, '/login?from=https%3A%2F%2Fevil.example')).toBe('/dashboard');
  });
});

test('an admin passes', async () => {
  keepCurrentUser(anAdmin());
  expect(await sentTo(requireAdmin, '/admin')).toBeNull();
});
