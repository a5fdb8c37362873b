/** People for tests, as GET /api/v1/auth/me returns them. */
import type { CurrentUser } from '../browser/currentUser.ts';

export const aUser = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  id: '1',
  name: 'Анна Крылова',
  email: 'anna@nexters.example',
  avatarUrl: null,
  isAdmin: false,
  telegramId: null,
  telegramUsername: null,
  company: { key: 'nexters', name: 'Nexters' },
  progress: { value: 10, hasWrittenUseCase: false, hasLikedUseCase: false, complete: false },
  ...changes,
});

export const anAdmin = (changes: Partial<CurrentUser> = {}): CurrentUser =>
  aUser({ id: '2', name: 'Игорь Волков', isAdmin: true, ...changes });
