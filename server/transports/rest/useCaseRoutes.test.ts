// REST paths of use cases, reports and requests (specification, section 7), over a real connection.
import { anItem, aUseCase } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const russian = 'Мы делаем отчёты за час вместо двух дней';

let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller & { userId: number };
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
  admin = await app.signedIn({ isAdmin: true });
});
afterAll(() => app.close());

interface Listed {
  data: { id: string; userIp?: string | null; userId?: string | null }[];
}

describe('use-cases', () => {
  test('POST /use-cases/analyze answers {success, improvedCases}, reasons by Accept-Language', async () => {
    const analyse = (language: string) =>
      person.call(
        'POST',
        '/api/v1/use-cases/analyze',
        { text: 'пишу код' },
        { 'Accept-Language': language },
      );
    const { status, body } = await analyse('en');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      source: 'rules',
      improvedCases: [
        {
          type: 'needs_clarification',
          reason: expect.stringMatching(/^It needs more detail/),
          text: 'пишу код',
        },
      ],
    });
    expect(JSON.stringify((await analyse('ru')).body)).toContain('Не хватает');
  });

  test('a case is created, listed, changed and deleted by its paths', async () => {
    const item = await anItem(app.database.db);
    const path = `/api/v1/use-cases/knowledge/${item.id}`;
    const created = await person.call<{ data: { id: string } }>('POST', path, {
      descriptionRu: russian,
      descriptionEn: null,
    });
    expect(created.body).toMatchObject({
      success: true,
      data: {
        userId: String(person.userId),
        descriptionRu: russian,
        descriptionEn: null,
        translationState: 'pending',
        likesCount: 0,
        isLiked: false,
        isOwn: true,
        knowledgeItemId: String(item.id),
      },
    });
    const { id } = created.body.data;
    for (const list of [path, `${path}/my`, '/api/v1/use-cases/my']) {
      const { body } = await person.call<Listed>('GET', list);
      expect(body).toMatchObject({ success: true, data: [{ id }] });
    }
    expect((await admin.call<Listed>('GET', `${path}/my`)).body.data).toEqual([]);

    const both = { descriptionRu: 'Совсем другое', descriptionEn: 'Something else' };
    const updated = await person.call('PUT', `/api/v1/use-cases/${id}`, both, {
      'Accept-Language': 'en',
    });
    expect(updated.body).toEqual({
      success: true,
      useCase: expect.objectContaining({ id, ...both, translationState: 'translated' }),
      isSignificant: true,
      reason: '100% of the words have changed.',
    });
    const stale = await person.call('PUT', `/api/v1/use-cases/${id}`, {
      descriptionRu: russian,
      expectedUpdatedAt: '2020-01-01T00:00:00.000Z',
    });
    expect(stale).toMatchObject({ status: 409, body: { reason: 'changedMeanwhile' } });
    expect((await admin.call('PUT', `/api/v1/use-cases/${id}`, both)).status).toBe(404);
    expect((await admin.call('DELETE', `/api/v1/use-cases/${id}`)).status).toBe(404);
    expect((await person.call('DELETE', `/api/v1/use-cases/${id}`)).body).toEqual({
      success: true,
    });
    expect((await person.call('DELETE', `/api/v1/use-cases/${id}`)).status).toBe(404);
  });

  test('a change in one language marks the text of the other one as outdated until it is updated', async () => {
    const item = await anItem(app.database.db);
    const path = `/api/v1/use-cases/knowledge/${item.id}`;
    const both = { descriptionRu: russian, descriptionEn: 'We make reports in an hour' };
    const created = await person.call<{ data: { id: string } }>('POST', path, both);
    expect(created.body).toMatchObject({ data: { ...both, outdatedLanguage: null } });
    const { id } = created.body.data;
    const change = { descriptionRu: `${russian} работы` };
    const changed = await person.call('PUT', `/api/v1/use-cases/${id}`, change);
    const outdated = {
      ...change,
      descriptionEn: both.descriptionEn,
      translationState: 'pending',
      outdatedLanguage: 'en',
    };
    expect(changed.body).toMatchObject({ useCase: outdated });
    for (const list of [path, `${path}/my`, '/api/v1/use-cases/my'])
      expect((await person.call<Listed>('GET', list)).body.data).toContainEqual(
        expect.objectContaining(outdated),
      );
    const update = { descriptionEn: 'We make reports in an hour of work' };
    const updated = await person.call('PUT', `/api/v1/use-cases/${id}`, update);
    expect(updated.body).toMatchObject({
      useCase: { ...change, ...update, translationState: 'translated', outdatedLanguage: null },
    });
  });
});

describe('use-case-likes', () => {
  test('a like is toggled and read: {success, isLiked, likesCount}; an own case is 403', async () => {
    const { id } = await aUseCase(app.database.db);
    const like = `/api/v1/use-case-likes/${id}`;
    const has = '/api/v1/use-case-likes/has-liked-other-users-cases';
    expect((await person.call('GET', has)).body).toEqual({ success: true, hasLiked: false });
    expect((await person.call('POST', `${like}/like`)).body).toEqual({
      success: true,
      isLiked: true,
      likesCount: 1,
    });
    expect((await person.call('GET', `${like}/likes`)).body).toEqual({
      success: true,
      isLiked: true,
      likesCount: 1,
    });
    expect((await admin.call('GET', `${like}/likes`)).body).toEqual({
      success: true,
      isLiked: false,
      likesCount: 1,
    });
    expect((await person.call('GET', has)).body).toEqual({ success: true, hasLiked: true });
    const own = await aUseCase(app.database.db, { userId: person.userId });
    const refused = await person.call('POST', `/api/v1/use-case-likes/${own.id}/like`);
    expect([refused.status, refused.body['reason']]).toEqual([403, 'ownUseCase']);
  });
});

describe('complaints', () => {
  test('a report is made, counted, listed, and settled with PATCH and PUT', async () => {
    const item = await anItem(app.database.db);
    const report = {
      knowledgeItemId: String(item.id),
      complaintType: 'broken_link',
      comment: 'Не открывается',
    };
    const made = await person.call<{ data: { id: string } }>('POST', '/api/v1/complaints', report);
    expect(made.body).toMatchObject({
      success: true,
      data: {
        knowledgeItemId: String(item.id),
        status: 'new',
        userIp: null,
        userId: null,
        sameOpenCount: null,
      },
    });
    const { id } = made.body.data;
    const again = await person.call<{ data: { id: string } }>('POST', '/api/v1/complaints', report);
    expect(again.body.data.id).toBe(id);
    expect((await admin.call('GET', '/api/v1/complaints/count?status=new')).body).toEqual({
      success: true,
      data: { count: 1 },
    });
    const { body } = await admin.call<Listed>(
      'GET',
      '/api/v1/complaints?status=new&type=broken_link',
    );
    expect(body.data).toEqual([
      expect.objectContaining({
        id,
        userIp: '127.0.0.1',
        userId: String(person.userId),
        sameOpenCount: 0,
      }),
    ]);
    expect((await admin.call<Listed>('GET', '/api/v1/complaints?type=spam')).body.data).toEqual([]);
    const status = `/api/v1/complaints/${id}/status`;
    expect((await person.call('PATCH', status, { status: 'resolved' })).status).toBe(403);
    const why = { status: 'rejected', rejectionReason: 'It answers' };
    expect((await admin.call('PATCH', status, why)).body).toMatchObject({ data: why });
    expect(
      (await admin.call('PATCH', status, { status: 'new', rejectionReason: 'No' })).status,
    ).toBe(400);
    const resolved = await admin.call<{ data: { resolvedAt: string; updatedAt: string } }>(
      'PATCH',
      status,
      { status: 'resolved' },
    );
    expect(resolved.body).toMatchObject({
      success: true,
      data: { status: 'resolved', resolvedAt: expect.any(String) },
    });
    const stale = await admin.call('PUT', status, {
      status: 'rejected',
      expectedUpdatedAt: '2020-01-01T00:00:00.000Z',
    });
    expect(stale.status).toBe(409);
    expect(stale.body['facts']).toMatchObject({
      who: 'Test Person',
      when: resolved.body.data.updatedAt,
    });
    expect((await admin.call('PUT', status, { status: 'rejected' })).body).toMatchObject({
      success: true,
    });
  });

  test('the reporter sees the own report and its state, with the item gone once it is hidden', async () => {
    const item = await anItem(app.database.db);
    const reporter = await app.signedIn();
    await reporter.call('POST', '/api/v1/complaints', {
      knowledgeItemId: String(item.id),
      complaintType: 'spam',
    });
    const query = '{ myComplaints { status userIp reporter { id } knowledgeItem { id } } }';
    const read = async () => (await reporter.graphql(query)).body.data['myComplaints'];
    expect(await read()).toEqual([
      { status: 'new', userIp: null, reporter: null, knowledgeItem: { id: String(item.id) } },
    ]);
    await app.database.db('items').where({ id: item.id }).update({ admin_visibility: 'hidden' });
    expect(await read()).toEqual([
      { status: 'new', userIp: null, reporter: null, knowledgeItem: null },
    ]);
  });
});

describe('email/request-access', () => {
  test('a request is stored; subscription type and features are required (specification, section 5)', async () => {
    await anItem(app.database.db, { titleEn: 'Cursor' });
    const wish = {
      service: 'Cursor',
      subscriptionType: 'pro',
      features: 'Код',
      needsTesting: true,
    };
    const ask = (body: object) => person.call('POST', '/api/v1/email/request-access', body);
    expect((await ask(wish)).body).toMatchObject({
      success: true,
      data: { service: 'Cursor', state: 'queued' },
    });
    expect((await ask({ ...wish, subscriptionType: undefined })).status).toBe(400);
    expect((await ask({ ...wish, features: undefined })).status).toBe(400);
    expect((await ask({ ...wish, service: 'Nothing' })).status).toBe(404);
    expect((await ask({ ...wish, to: 'thief@example.com' })).status).toBe(400);
  });
});

test('a page of experts with their cases costs the same number of statements for 2 items and for 12', async () => {
  const query = `query ($ids: Int!) {
    searchKnowledge(perPage: $ids) { items { experts { name company { name } useCases { author { name } isLiked isOwn } } } }
  }`;
  const countFor = async (perPage: number) => {
    const before = app.statements.length;
    expect((await person.graphql(query, { ids: perPage })).body.errors).toBeUndefined();
    return app.statements.length - before;
  };
  await app.database.db('item_likes').delete();
  for (let index = 0; index < 12; index += 1) {
    const { itemId, userId } = await aUseCase(app.database.db, { likes: 1 });
    await app.database.db('item_likes').insert({ item_id: itemId, user_id: userId });
  }
  // The first page also reads the cards, which the process keeps from then on.
  await countFor(12);
  const whole = await countFor(12);
  expect(await countFor(2)).toBe(whole);
});
