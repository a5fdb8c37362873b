// Model test of curation with a thousand random sequences: no work is lost, no merge is split, old ids resolve.
import { startCurationModel, type CurationModel } from '../../../testing/curationModel.ts';

const sequences = 1_000;

let model: CurationModel;
beforeAll(async () => {
  model = await startCurationModel();
});
afterAll(() => model.close());

test('a thousand sequences end with both sides agreeing or a difference open', async () => {
  expect(await model.check(sequences)).toBe(sequences);
}, 7_200_000);
