import { screen } from '@testing-library/react';
import { renderPage } from '../../testing/render.tsx';
import { ExpertAvatars } from './ExpertAvatars.tsx';

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
])('%i experts are named, and how many they are', async (expertsCount, names, words) => {
  const experts = names.map(person);
  await renderPage(<ExpertAvatars item={{ __typename: 'KnowledgeItem', experts, expertsCount }} />);
  expect(screen.getByLabelText(words)).toBeInTheDocument();
});
