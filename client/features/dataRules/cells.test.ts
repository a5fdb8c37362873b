import { plain, readBlock, readCell, textOfCell, writeBlock, type VerdictNames } from './cells.ts';
import { blockOf, step } from './gridPlace.ts';
import { changesOf, lackOf, rebased, type RuleDraft } from './ruleDraft.ts';
import { dataClasses, dataFactKinds } from '../../enums/generated.ts';

const ru: VerdictNames = {
  yes: 'да',
  yes_if: 'да, если',
  ask: 'спросить',
  no: 'нет',
  undecided: 'не решено',
};
const en: VerdictNames = { ...ru, yes: 'yes', yes_if: 'yes, if', ask: 'ask', no: 'no' };
const read = (text: string) => readCell(text, [ru, en], 'ru');

test('a cell is read in the words of either language, or of the contract', () => {
  expect(read(' ДА ')).toEqual(plain('yes'));
  expect(read('no')).toEqual(plain('no'));
  expect(read('undecided')).toEqual(plain('undecided'));
  expect(read('да, если: без ключей: никаких')).toEqual({
    verdict: 'yes_if',
    ru: 'без ключей: никаких',
    en: '',
  });
  expect(read('')).toBeNull();
  expect(read('может быть')).toBe('unknownWord');
  expect(read('да, если')).toBe('noCondition');
});

test('what is written is read again, whatever stands in a condition', () => {
  const value = { verdict: 'yes_if' as const, ru: 'a "b"\tc\nd', en: '' };
  const text = writeBlock([
    [textOfCell(value, ru, 'ru'), 'да'],
    ['нет', ''],
  ]);
  expect(readBlock(text)).toEqual([
    ['да, если: a "b"\tc\nd', 'да'],
    ['нет', ''],
  ]);
  expect(read(readBlock(text)[0]![0]!)).toEqual(value);
  expect(readBlock('да\r\nнет\r\n')).toEqual([['да'], ['нет']]);
  expect(readBlock('')).toEqual([['']]);
});

test('no key leads out of the table, and no selection holds the service itself', () => {
  const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });
  expect(step({ row: 0, column: 6 }, press('ArrowRight'), 3)).toEqual({ row: 0, column: 6 });
  expect(step({ row: 1, column: 2 }, press('ArrowDown', true), 3)).toEqual({ row: 2, column: 2 });
  expect(step({ row: 2, column: 2 }, press('Home', true), 3)).toEqual({ row: 0, column: 0 });
  expect(step({ row: 0, column: 1 }, press('x'), 3)).toBeNull();
  expect(blockOf({ row: 2, column: 3 }, { row: 1, column: 0 })).toEqual({
    top: 1,
    bottom: 2,
    left: 1,
    right: 3,
  });
});

const fact = { textRu: '', textEn: '', sourceUrl: '', sourceDate: '' };
const draft: RuleDraft = {
  cells: Object.fromEntries(
    dataClasses.map((one) => [one, plain('undecided')]),
  ) as RuleDraft['cells'],
  facts: Object.fromEntries(dataFactKinds.map((one) => [one, fact])) as RuleDraft['facts'],
  result: null,
  account: null,
  status: null,
  owner: 'Security',
  reviewBy: '',
  aiRole: null,
  aiTier: null,
};

test('only what differs is sent, an emptied field clears', () => {
  expect(changesOf(draft, draft)).toBeNull();
  const mine = { ...draft, owner: '', cells: { ...draft.cells, source_code: plain('yes') } };
  expect(changesOf(draft, mine)).toEqual({
    verdicts: [{ dataClass: 'source_code', verdict: 'yes' }],
    owner: null,
  });
});

test('a condition and a source must be named', () => {
  const bare = { ...draft, cells: { ...draft.cells, staff_data: plain('yes_if') } };
  expect(lackOf(bare)).toEqual({ what: 'condition', of: 'staff_data' });
  const unsourced = { ...draft, facts: { ...draft.facts, region: { ...fact, textEn: 'EU' } } };
  expect(lackOf(unsourced)).toEqual({ what: 'source', of: 'region' });
  expect(lackOf(draft)).toBeNull();
});

test('over what somebody else has decided meanwhile the own fields stay, the others are theirs', () => {
  const mine = { ...draft, owner: 'Me', cells: { ...draft.cells, source_code: plain('yes') } };
  const theirs = {
    ...draft,
    reviewBy: '2027-01-01',
    cells: { ...draft.cells, source_code: plain('no'), staff_data: plain('no') },
  };
  const now = rebased(draft, mine, theirs);
  expect(now).toMatchObject({
    owner: 'Me',
    reviewBy: '2027-01-01',
    cells: { source_code: plain('yes'), staff_data: plain('no') },
  });
  expect(changesOf(theirs, now)).toEqual({
    verdicts: [{ dataClass: 'source_code', verdict: 'yes' }],
    owner: 'Me',
  });
});
