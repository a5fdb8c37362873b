// Z2: people change their own use cases only, nobody likes their own, and an admin has no extra right there.
import { aUseCase } from '../builders.ts';
import { startRightsWorld, type RightsWorld } from '../rightsMatrix.ts';

let world: RightsWorld;
beforeAll(async () => {
  world = await startRightsWorld();
});
afterAll(() => world.app.close());

const rows = () => world.app.database.db('use_cases').orderBy('id');

test('nobody changes what is not theirs, over either door', async () => {
  const { db } = world.app.database;
  const { user } = world.people;
  const { id, itemId } = await aUseCase(db, { userId: user.userId });
  const { id: deleted } = await aUseCase(db, {
    itemId,
    userId: user.userId,
    deletedAt: new Date(),
  });
  const texts = { descriptionRu: 'Чужими руками', descriptionEn: 'By the hands of others' };
  const passed = 'descriptionRu: "Чужими руками", descriptionEn: "By the hands of others"';
  const before = await rows();
  const likes = await db('use_case_likes').select();
  let taken = 0;
  const send = async (caller: string, method: string, path: string, body?: unknown) => {
    const { status } = await world.callOf(caller)(method, path, body);
    if (status < 400) taken += 1;
  };
  for (const caller of ['visitor', 'other', 'admin', 'token read', 'token write', 'token admin']) {
    await send(caller, 'PUT', `/api/v1/use-cases/${id}`, texts);
    await send(caller, 'DELETE', `/api/v1/use-cases/${id}`);
    for (const query of [
      `mutation { updateUseCase(id: "${id}", ${passed}) { useCase { id } } }`,
      `mutation { deleteUseCase(id: "${id}") { success } }`,
      `mutation { restoreUseCase(id: "${deleted}") { id } }`,
    ])
      await send(caller, 'POST', '/graphql', { query });
  }
  // The author's own like.
  await send('user', 'POST', `/api/v1/use-case-likes/${id}/like`);
  await send('user', 'POST', '/graphql', {
    query: `mutation { toggleUseCaseLike(id: "${id}") { isLiked } }`,
  });
  const after = await rows();
  const changed = before.filter(
    (row, index) => JSON.stringify(row) !== JSON.stringify(after[index]),
  ).length;
  const liked = (await db('use_case_likes').select()).length - likes.length;
  expect({ changed, liked, taken }).toEqual({ changed: 0, liked: 0, taken: 0 });
});

test('the author may all that', async () => {
  const { user } = world.people;
  const { id } = await aUseCase(world.app.database.db, { userId: user.userId });
  const call = world.callOf('user');
  const path = `/api/v1/use-cases/${id}`;
  expect((await call('PUT', path, { descriptionRu: 'Мой пример' })).status).toBe(200);
  expect((await call('DELETE', path)).status).toBe(200);
  const { body } = await user.graphql<{ back: { id: string } }>(
    `mutation { back: restoreUseCase(id: "${id}") { id } }`,
  );
  expect(body.data.back.id).toBe(String(id));
});
