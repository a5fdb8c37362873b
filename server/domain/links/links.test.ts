import { afterLook, answerOf, isOurOwnFault, type LinkAnswer, type LinkCheck } from './links.ts';

const url = 'https://tool.example.com/';
const ok: LinkAnswer = { kind: 'ok', status: '200' };
const blocked: LinkAnswer = { kind: 'blocked', status: '403' };
const failing: LinkAnswer = { kind: 'failing', status: '404' };
const silent: LinkAnswer = { kind: 'unreachable', status: 'ENOTFOUND' };

test.each([
  [200, 'ok'],
  [204, 'ok'],
  [304, 'ok'],
  [401, 'blocked'],
  [403, 'blocked'],
  [405, 'blocked'],
  [429, 'blocked'],
  [451, 'blocked'],
  [999, 'blocked'],
  [400, 'failing'],
  [404, 'failing'],
  [410, 'failing'],
  [500, 'failing'],
  [503, 'failing'],
])('status %i means %s', (status, kind) => {
  expect(answerOf(status)).toEqual({ kind, status: String(status) });
});

describe('a link', () => {
  /** Looks at the link at these moments, with these answers. */
  const after = (...looks: [string, LinkAnswer, string?][]): LinkCheck | null =>
    looks.reduce<LinkCheck | null>(
      (known, [at, answer, other]) =>
        afterLook(known, { itemId: 1, url: other ?? url, answer, at: new Date(at) }),
      null,
    );

  it.each<[string, [string, LinkAnswer, string?][], string, string | null]>([
    ['works', [['2026-03-01T10:00:00Z', ok]], 'ok', null],
    ['keeps robots out', [['2026-03-01T10:00:00Z', blocked]], 'blocked', null],
    ['fails once', [['2026-03-01T10:00:00Z', failing]], 'failing', '2026-03-01T10:00:00Z'],
    [
      'fails twice on one day',
      [
        ['2026-03-01T00:00:00Z', failing],
        ['2026-03-01T23:59:59Z', failing],
      ],
      'failing',
      '2026-03-01T00:00:00Z',
    ],
    [
      'fails on two days',
      [
        ['2026-03-01T23:59:00Z', failing],
        ['2026-03-02T00:01:00Z', silent],
      ],
      'broken',
      '2026-03-01T23:59:00Z',
    ],
    [
      'is silent on two days',
      [
        ['2026-03-01T10:00:00Z', silent],
        ['2026-03-02T10:00:00Z', silent],
      ],
      'broken',
      '2026-03-01T10:00:00Z',
    ],
    [
      'works in between',
      [
        ['2026-03-01T10:00:00Z', failing],
        ['2026-03-02T10:00:00Z', ok],
        ['2026-03-03T10:00:00Z', failing],
      ],
      'failing',
      '2026-03-03T10:00:00Z',
    ],
    [
      'answers a robot in between',
      [
        ['2026-03-01T10:00:00Z', failing],
        ['2026-03-02T10:00:00Z', blocked],
        ['2026-03-03T10:00:00Z', failing],
      ],
      'failing',
      '2026-03-03T10:00:00Z',
    ],
    [
      'stays broken on the same day',
      [
        ['2026-03-01T10:00:00Z', failing],
        ['2026-03-02T10:00:00Z', failing],
        ['2026-03-02T11:00:00Z', failing],
      ],
      'broken',
      '2026-03-01T10:00:00Z',
    ],
    [
      'works again',
      [
        ['2026-03-01T10:00:00Z', failing],
        ['2026-03-02T10:00:00Z', failing],
        ['2026-03-03T10:00:00Z', ok],
      ],
      'ok',
      null,
    ],
    [
      'has another address',
      [
        ['2026-03-01T10:00:00Z', failing],
        ['2026-03-02T10:00:00Z', failing, 'https://other.example.com/'],
      ],
      'failing',
      '2026-03-02T10:00:00Z',
    ],
  ])('that %s', (_what, looks, state, firstFailedAt) => {
    expect(after(...looks)).toMatchObject({
      state,
      firstFailedAt: firstFailedAt && new Date(firstFailedAt),
    });
  });
});

describe('silence is our own fault', () => {
  const from = (...answers: LinkAnswer[]) =>
    answers.map((answer, at) => ({ host: `host${at}`, answer }));

  it.each<[string, LinkAnswer[], LinkAnswer[], boolean]>([
    ['when nobody speaks', [silent, silent, silent], [], true],
    ['when hardly anybody speaks', [silent, silent, silent, silent, failing], [], true],
    ['when one is silent and the witnesses are too', [silent], [silent, silent], true],
    ['not when some speak', [silent, silent, silent, ok], [], false],
    ['not when a witness speaks', [silent, silent, silent, silent], [silent, ok], false],
    ['not for two hosts without a witness', [silent, silent], [], false],
    ['not when all fail aloud', [failing, failing, failing, failing], [], false],
    ['not when there is nothing to look at', [], [], false],
  ])('%s', (_what, answers, witnesses, expected) => {
    expect(isOurOwnFault(from(...answers), from(...witnesses))).toBe(expected);
  });

  it('never for one host with many links', () => {
    const links = Array.from({ length: 9 }, () => ({ host: 'one', answer: silent }));
    expect(isOurOwnFault(links, [])).toBe(false);
  });
});
