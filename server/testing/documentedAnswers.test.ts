import { assertDocumented, type Exchange } from './documentedAnswers.ts';

const fine: Exchange = {
  method: 'GET',
  path: '/api/v1/complaints/count?status=new',
  sent: undefined,
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: { success: true, data: { count: 3 } },
};
const problem = {
  success: false,
  error: 'No',
  type: 'urn:loadout:problem:forbidden',
  title: 'Forbidden',
  status: 403,
  detail: 'No',
  code: 'FORBIDDEN',
  requestId: 'r',
};

test('what is documented passes', () => {
  assertDocumented(fine);
  assertDocumented({ ...fine, status: 403, body: problem });
  assertDocumented({
    ...fine,
    path: '/api/v1/nowhere',
    status: 404,
    body: { ...problem, status: 404 },
  });
  assertDocumented({ ...fine, path: '/graphql', status: 418 });
});

test.each<[string, Partial<Exchange>, RegExp]>([
  ['a status', { status: 409, body: problem }, /status is not documented/],
  ['a content type', { contentType: 'text/html' }, /content type text\/html/],
  ['a member that is missing', { body: { success: true, data: {} } }, /count/],
  ['a member of another type', { body: { success: true, data: { count: '3' } } }, /integer/],
  ['a member too many', { body: { success: true, data: { count: 3, userIp: 'x' } } }, /userIp/],
  ['a problem that is none', { status: 403, body: { success: false } }, /required property/],
  ['a method that is none', { method: 'POST' }, /405/],
  ['a path that is none', { path: '/api/v1/nowhere' }, /404/],
  [
    'a body that was accepted',
    {
      method: 'PATCH',
      path: '/api/v1/complaints/1/status',
      sent: { status: 'new', id: 5 },
    },
    /otherwise than documented/,
  ],
])('%s that is not documented fails the test', (_what, change, why) => {
  expect(() => assertDocumented({ ...fine, ...change })).toThrow(why);
});
