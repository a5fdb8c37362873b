// Model test of curation with a small number of random sequences; curation.model.long.test.ts has a thousand.
import { startCurationModel, type CurationModel } from '../../../testing/curationModel.ts';

const sequences = 15;

let model: CurationModel;
beforeAll(async () => {
  model = await startCurationModel();
});
afterAll(() => model.close());

test('both sides agree or an inconsistency is open after any sequence of changes', async () => {
  expect(await model.check(sequences)).toBe(sequences);
});
