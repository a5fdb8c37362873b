// REST paths of the catalogue, use cases, complaints and access requests.
import { aMember, aUseCase, anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const titles = [
  ['1С Склад', 'Остатки и накладные'],
  ['1C Loader', 'Moves tables'],
  ['Claude', 'An assistant'],
  ['Ёжик и ёлка', 'Открытки'],
  ['НТВ Архив', 'Передачи'],
  ['HTC Viewer', 'Headsets'],
  ['C# linter', 'Finds mistakes'],
  ['C++ linter', 'Finds mistakes'],
  ['F# linter', 'Finds mistakes'],
  ['C linter', 'Finds mistakes'],
  ['NET cable tester', 'Measures'],
  ['.NET profiler', 'Measures'],
  ['Rendering farm', 'Frames'],
  ['R notebooks', 'Statistics'],
  ['Gopher library', 'Archive'],
  ['Go formatter', 'Formats'],
  ['Abacus', 'Counts'],
  ['A/B planner', 'Plans'],
  ['QA desk', 'Checks'],
  ['Q&A desk', 'Answers'],
  ['Channel helper', 'Streams'],
  ['@channel helper', 'Announces'],
  ['Vue.js studio', 'Pages'],
  ['3ds Max scripts', 'Scenes'],
  ['C4D materials', 'Scenes'],
  ['Qwen-3 runner', 'Runs'],
  ['Qwen3 trainer', 'Trains'],
  ['Qwen 3 notes', 'Notes'],
  ['Weights', 'Compares Qwen-3 with others, as a co\u00ADmmu\u00ADnity'],
  ['Сценка', 'Квест-доски'],
  ['Рас\u00ADшиф\u00ADров\u00ADщик', 'Soft hyphens'],
  ['Night\u200BOwl', 'Zero width'],
  ['Paper\u00A0Boat', 'No-break space'],
  ['Квест-доска', 'Задания'],
  ['Сце\u00ADнарист', 'Пишет'],
  ["Ann's Café", 'Letters'],
  ['Майя', 'Трёхмерное'],
  ['Straße ﬁnder', 'Maps'],
  ['Ｗｉｄｅ', 'Letters'],
  ['Мел и губка', 'Для уроков'],
] as const;

let app: TestApp;
let person: Caller;
beforeAll(async () => {
  app = await startTestApp();
  for (const [title, descriptionEn] of titles)
    await anItem(app.database.db, {
      titleRu: title,
      titleEn: null,
      descriptionRu: null,
      descriptionEn,
    });
  person = await app.signedIn();
});
afterAll(() => app.close());

interface Page {
  data: { titleRu: string }[];
}
const search = async (text: string): Promise<string[]> => {
  const { status, body } = await person.call<Page>(
    'GET',
    `/api/v1/knowledge/search?search=${encodeURIComponent(text)}&perPage=50`,
  );
  expect(status).toBe(200);
  return body.data.map(({ titleRu }) => titleRu);
};

const found: [string, string[]][] = [
  // Letters of the other alphabet.
  ['1С', ['1С Склад', '1C Loader']],
  ['1C', ['1С Склад', '1C Loader']],
  ['Сlаudе', ['Claude']],
  ['HTB архив', ['НТВ Архив']],
  ['НТС', ['HTC Viewer']],
  ['е\u0308жик', ['Ёжик и ёлка']],
  ['eлкa', ['Ёжик и ёлка']],
  // Digits and hyphens, joined or separated.
  ['qwen3', ['Qwen-3 runner', 'Qwen3 trainer', 'Qwen 3 notes', 'Weights']],
  ['QWEN\u20113', ['Qwen-3 runner', 'Qwen3 trainer', 'Qwen 3 notes', 'Weights']],
  ['квестдоска', ['Квест-доска', 'Сценка']],
  ['квест—доска', ['Квест-доска']],
  // Invisible characters.
  ['nightowl', ['Night\u200BOwl']],
  ['paper boat', ['Paper\u00A0Boat']],
  ['pa\u00ADper\u00A0bo\u200Bat', ['Paper\u00A0Boat']],
  ['community', ['Weights']],
  ['сценарист', ['Сце\u00ADнарист']],
  // Other spellings of a letter.
  ['ann’s cafe', ["Ann's Café"]],
  ['маи\u0306я', ['Майя']],
  ['strasse finder', ['Straße ﬁnder']],
  ['wide', ['Ｗｉｄｅ']],
  ['🗺️ ＷİＤＥ', ['Ｗｉｄｅ']],
  // Prefixes of three letters, and a typing error in three letters.
  ['май', ['Майя']],
  ['ren', ['Rendering farm']],
  ['меж', ['Мел и губка']],
];

test('finds letters of the other alphabet, joined and split words, invisible characters and other spellings', async () => {
  for (const [text, expected] of found)
    expect({ text, titles: await search(text) }).toEqual({
      text,
      titles: expect.arrayContaining(expected) as string[],
    });
});

const firsts: [string, string][] = [
  ['c++', 'C++ linter'],
  ['С++', 'C++ linter'],
  ['ｃ＃', 'C# linter'],
  ['c', 'C linter'],
  ['.net', '.NET profiler'],
  ['net', 'NET cable tester'],
  ['r', 'R notebooks'],
  ['go', 'Go formatter'],
  ['a/b', 'A/B planner'],
  ['q&a', 'Q&A desk'],
  ['qa', 'QA desk'],
  ['@channel', '@channel helper'],
  ['vuejs', 'Vue.js studio'],
  ['vue.js', 'Vue.js studio'],
  ['3dsmax', '3ds Max scripts'],
  ['c 4d', 'C4D materials'],
  ['C ++', 'C++ linter'],
  ['«C»', 'C linter'],
  ['c*', 'C linter'],
];

test('ranks a name with signs first', async () => {
  for (const [text, title] of firsts) {
    const [first] = await search(text);
    expect({ text, first }).toEqual({ text, first: title });
  }
});

test('finds nothing for signs only', async () => {
  for (const text of ['…', '++', '[]{}', '👩‍💻'])
    expect({ text, titles: await search(text) }).toEqual({ text, titles: [] });
});

describe('users of an item', () => {
  let itemId: number;
  const names = Array.from({ length: 24 }, (_unused, place) => `Liker ${place}`);

  beforeAll(async () => {
    const { db } = app.database;
    itemId = (await anItem(db, { titleEn: 'Liked by many' })).id;
    for (const [place, name] of names.entries()) {
      const { user } = await aMember(db);
      await db('users').where({ id: user.id }).update({ name });
      await db('item_likes').insert({
        item_id: itemId,
        user_id: user.id,
        created_at: new Date(Date.UTC(2026, 9, 1, 0, place)),
      });
    }
  });

  const latestFirst = names.toReversed();

  interface Likes {
    count: number;
    users: { name: string }[];
    hasMore: boolean;
    allUsersPath: string | null;
  }

  async function searchedLikes(person: Caller, title: string): Promise<Likes> {
    const { body } = await person.call<{ data: { titleEn: string; likes: Likes }[] }>(
      'GET',
      `/api/v1/knowledge/search?search=${encodeURIComponent(title)}`,
    );
    return body.data.find(({ titleEn }) => titleEn === title)!.likes;
  }

  test('shows the latest twenty of 24 with a link to all, which has each once in its pages', async () => {
    const person = await app.signedIn();
    const { body } = await person.graphql<{ knowledgeItem: { likes: Likes } }>(
      'query ($id: ID!) { knowledgeItem(id: $id) { likes { count users { name } hasMore allUsersPath } } }',
      { id: String(itemId) },
    );
    const allUsersPath = `/api/v1/knowledge/${itemId}/likes`;
    for (const likes of [
      body.data.knowledgeItem.likes,
      await searchedLikes(person, 'Liked by many'),
    ]) {
      expect(likes).toMatchObject({ count: 24, hasMore: true, allUsersPath });
      expect(likes.users.map(({ name }) => name)).toEqual(latestFirst.slice(0, 20));
    }
    const found: string[] = [];
    for (const page of [0, 1, 2]) {
      const { status, body } = await person.call<{ data: { name: string }[]; total: number }>(
        'GET',
        `${allUsersPath}?page=${page}&perPage=10`,
      );
      expect([status, body.total]).toEqual([200, 24]);
      found.push(...body.data.map(({ name }) => name));
    }
    expect(found).toEqual(latestFirst);
  });

  test('marks the complete list, even at exactly twenty', async () => {
    const { db } = app.database;
    const { id } = await anItem(db, { titleEn: 'Liked by exactly twenty' });
    const people = await db('item_likes').where({ item_id: itemId }).limit(20).select('user_id');
    await db('item_likes').insert(people.map(({ user_id }) => ({ item_id: id, user_id })));
    const person = await app.signedIn();
    const likes = await searchedLikes(person, 'Liked by exactly twenty');
    expect([likes.count, likes.users.length]).toEqual([20, 20]);
    expect(likes).toMatchObject({ hasMore: false, allUsersPath: null });
  });
});

describe('use cases, complaints and access requests (specification, section 7)', () => {
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

    test('creates, lists, changes and deletes a use case', async () => {
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
  });

  describe('use-case-likes', () => {
    test('toggles and reads a like: {success, isLiked, likesCount}; 403 for an own use case', async () => {
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
    test('creates, counts, lists and resolves a complaint with PATCH and PUT', async () => {
      const item = await anItem(app.database.db);
      const report = {
        knowledgeItemId: String(item.id),
        complaintType: 'broken_link',
        comment: 'Не открывается',
      };
      const made = await person.call<{ data: { id: string } }>(
        'POST',
        '/api/v1/complaints',
        report,
      );
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
      const again = await person.call<{ data: { id: string } }>(
        'POST',
        '/api/v1/complaints',
        report,
      );
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
      expect((await admin.call<Listed>('GET', '/api/v1/complaints?type=spam')).body.data).toEqual(
        [],
      );
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
  });

  describe('email/request-access', () => {
    test('stores an access request; subscription type and features are required (specification, section 5)', async () => {
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

  test('takes equally many statements for a page of experts of 2 items and of 12', async () => {
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
    // The first page also loads the cards, which the process then caches.
    await countFor(12);
    const whole = await countFor(12);
    expect(await countFor(2)).toBe(whole);
  });
});
