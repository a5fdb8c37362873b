// Facts of a page from outside, whatever it says.
import { readPageFacts } from './pageFacts.ts';

const read = (html: string) => readPageFacts(html, 'https://site.example/');
const size = 100_000;
const icon = '<link rel="icon" href="/icon.png" sizes="96x96">';
const ofSize = (text: string) => text.repeat(Math.ceil(size / text.length));

test.each([
  ['sizes of an icon', `<link rel="icon" href="/x.png" sizes="${'1'.repeat(size)}">`],
  ['many sizes of an icon', `<link rel="icon" href="/x.png" sizes="${ofSize('1x1 ')}">`],
  [
    'attributes',
    `<meta ${Array.from({ length: size / 3 }, (_, at) => at.toString(36)).join(' ')}>`,
  ],
])('%s without end do not hide what stands behind them', (_, evil) => {
  expect(read(evil + icon).pictures).toContain('https://site.example/icon.png');
});

test.each([
  ['no picture', '<title>Tool</title>'],
  [
    'an empty picture',
    '<meta property="og:image" content=""><meta name="twitter:image" content=" ">',
  ],
  ['its own address as its picture', '<meta property="og:image" content="https://site.example/">'],
  ['a part of itself as its picture', '<meta property="og:image" content="#top">'],
])('a page that names %s has none, and is none itself', (_, html) => {
  const { image, pictures } = read(html);
  expect(image).toBeNull();
  expect(pictures).toEqual(['https://site.example/favicon.ico']);
});

test('an icon is known by its largest size, and a tag by the attributes at its beginning', () => {
  const { pictures } = read(
    '<link rel="icon" href="/small.png" sizes="16x16 64x64"><link sizes="16x16 256x256" rel="icon" href="/large.png">',
  );
  expect(pictures.slice(0, 2)).toEqual([
    'https://site.example/large.png',
    'https://site.example/small.png',
  ]);
});
