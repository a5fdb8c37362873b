import { firstQueries } from './firstQueries.ts';

const reader = { language: 'en', isAdmin: false, isPhone: false } as const;
const namesOf = (search: string, more: Partial<Parameters<typeof firstQueries>[1]> = {}) =>
  firstQueries({ pathname: '/dashboard', search }, { ...reader, ...more }).map(
    ({ name, variables }) => ('page' in variables ? `${name} ${String(variables['page'])}` : name),
  );

test('the dashboard asks for the page in its address', () => {
  expect(namesOf('')).toEqual(['SearchKnowledge 0']);
  expect(namesOf('?page=4')).toEqual(['SearchKnowledge 3']);
});

test('a phone asks for the pages up to it, three at most', () => {
  expect(namesOf('?page=2', { isPhone: true })).toEqual(['SearchKnowledge 0', 'SearchKnowledge 1']);
  expect(namesOf('?page=40', { isPhone: true })).toHaveLength(3);
});

test('the names of tags are asked for where an address names some', () => {
  expect(namesOf('?tags=video')).toEqual(['SearchKnowledge 0', 'CatalogueTags']);
  expect(namesOf('?cat=create&sub=images')).toEqual(['SearchKnowledge 0']);
});

test('the names of concepts are asked for where an address has some', () => {
  expect(namesOf('?concepts=voiceover')).toEqual(['SearchKnowledge 0', 'Concepts']);
});

test('the page of a service asks for that one, and an admin’s count of reports', () => {
  const asked = (pathname: string, isAdmin = false) =>
    firstQueries({ pathname, search: '?a=1' }, { ...reader, isAdmin });
  const service = { name: 'ServicePage', variables: { id: '12' } };
  expect(asked('/services/12')).toEqual([service]);
  expect(asked('/services/12', true)).toEqual([
    service,
    { name: 'NewReportsCount', variables: {} },
  ]);
  expect(asked('/services/new')).toEqual([]);
});

test('an admin’s count of reports comes along', () => {
  expect(namesOf('', { isAdmin: true })).toEqual([
    'SearchKnowledge 0',
    'SetupNeeds',
    'NewReportsCount',
  ]);
});

test('an order by title follows the language of the page, a text its own', () => {
  const getVariables = (search: string) =>
    firstQueries({ pathname: '/dashboard', search }, reader)[0]?.variables;
  expect(getVariables('?sortBy=title')).toMatchObject({ sortBy: 'title', language: 'en' });
  expect(getVariables('?search=видео')).toMatchObject({ search: 'видео', language: 'ru' });
});

test('other screens ask for themselves', () => {
  expect(firstQueries({ pathname: '/profile/knowledge', search: '' }, reader)).toEqual([]);
});
