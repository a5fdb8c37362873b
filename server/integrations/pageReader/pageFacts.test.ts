// Metadata of untrusted pages.
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
])('%s without an end do not hide what follows', (_, evil) => {
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
])('ignores %s as a picture, and is none itself', (_, html) => {
  const { image, pictures } = read(html);
  expect(image).toBeNull();
  expect(pictures).toEqual(['https://site.example/favicon.ico']);
});

test.each([
  ['a drawing', '<svg><title>Arrow</title></svg>'],
  ['a script', '<script>document.write("<title>Script</title>")</script>'],
  ['a template', '<template><title>Template</title></template>'],
  ['a page without scripts', '<noscript><title>Switch scripts on</title></noscript>'],
  ['a comment', '<!-- <title>Old</title> -->'],
  ['a form', '<textarea><title>Typed</title></textarea>'],
  ['a style', '<style>/* <title>Style</title> */</style>'],
  ['a script that writes a body', '<script>"</head><body>"</script>'],
])('does not take the title of %s for the page’s', (_, html) => {
  expect(read(`<head>${html}<title>Tool &amp; Co</title></head>`).title).toBe('Tool & Co');
  expect(read(`<head></head><body>${html}</body>`).title).toBe('');
});

test.each([
  ['of its own', '<base href="/v3/"><base href="/v4/">', 'https://site.example/v3/a.png'],
  ['without an address', '<base target="_top"><base href="v3/">', 'https://site.example/v3/a.png'],
  ['of another host', '<base href="//cdn.example/v3/x">', 'https://cdn.example/v3/a.png'],
  ['that is no web address', '<base href="data:text/html,x">', 'https://site.example/a.png'],
])('resolves pictures against a base %s', (_, base, picture) => {
  const { image, pictures } = read(
    `${base}<meta property="og:image" content="a.png"><link href="a.ico" rel="shortcut icon">`,
  );
  expect(image).toBe(picture);
  expect(pictures).toContain(picture.replace('.png', '.ico'));
  expect(pictures.at(-1)).toBe('https://site.example/favicon.ico');
});

test.each([
  ['data', '<meta property="og:image" content="data:image/png;base64,AAAA">'],
  [
    'a tracking pixel',
    '<meta property="og:image" content="/p.gif"><meta property="og:image:width" content="1">',
  ],
  ['its base', '<base href="/v3/"><meta property="og:image" content=" ">'],
  [
    'its canonical address',
    '<link rel="canonical" href="/tool"><meta property="og:image" content="/tool">',
  ],
  ['a drawing', '<meta property="og:image" content="/logo.svg">'],
  ['the front page of a site', '<meta property="og:image" content="https://cdn.example">'],
  [
    'its canonical address without the slash',
    '<link rel="canonical" href="/tool/"><meta property="og:image" content="/tool#top">',
  ],
])('skips %s and takes the next picture', (_, html) => {
  expect(read(html).image).toBeNull();
  expect(read(`${html}<meta property="og:image" content="/b.png">`).image).toBe(
    'https://site.example/b.png',
  );
});
