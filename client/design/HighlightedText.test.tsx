import { render } from '@testing-library/react';
import { HighlightedText } from './HighlightedText.tsx';

const marked = (element: React.ReactElement) =>
  render(element).container.innerHTML.replaceAll(/<\/?mark>/g, (tag) =>
    tag === '<mark>' ? '[' : ']',
  );

test('every occurrence is marked, whatever its case', () => {
  expect(marked(<HighlightedText text="Музыка и музыканты" part="МУЗЫК" />)).toBe(
    '[Музык]а и [музык]анты',
  );
});

test('a blank part marks nothing', () => {
  expect(marked(<HighlightedText text="Музыка" part="  " />)).toBe('Музыка');
});

test('given ranges are marked; those beyond the text and those that overlap do no harm', () => {
  const ranges = [
    { start: 8, end: 20 },
    { start: 0, end: 3 },
    { start: 2, end: 5 },
    { start: 50, end: 60 },
  ];
  expect(marked(<HighlightedText text="Midjourney" ranges={ranges} />)).toBe('[Mid][jo]urn[ey]');
});

test('a text that changes its length with its case is shown as it is', () => {
  expect(marked(<HighlightedText text="İstanbul" part="st" />)).toBe('İstanbul');
});
