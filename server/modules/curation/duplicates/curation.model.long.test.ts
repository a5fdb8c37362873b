// Model test of curation with a thousand random sequences: no work is lost, no merge is split, old ids resolve.
import { startCurationModel, type CurationModel } from '../../../testing/curationModel.ts';

const sequences = 1_000;

let model: CurationModel;
beforeAll(async () => {
  model = await startCurationModel();
});
afterAll(() => model.close());

test('both sides agree or an inconsistency is open after a thousand sequences', async () => {
  expect(await model.check(sequences)).toBe(sequences);
}, 7_200_000);
