/** Styles that are read late are those that jsdom computes, at the moment in which they are read. */
import { render, screen } from '@testing-library/react';

const page = () =>
  render(
    <div data-testid="outer">
      <style>{'.gone { display: none } .dim { opacity: 0.5; color: rgb(1, 2, 3) }'}</style>
      <p data-testid="inner" className="dim">
        <button>Press</button>
      </p>
    </div>,
  );

test('rules, what is inherited and everything else are answered, by both names', () => {
  page();
  const outer = screen.getByTestId('outer');
  const style = getComputedStyle(screen.getByTestId('inner'));
  expect([style.display, style.visibility, style.pointerEvents]).toEqual([
    'block',
    'visible',
    'auto',
  ]);
  expect([style.opacity, style.color]).toEqual(['0.5', 'rgb(1, 2, 3)']);
  outer.style.visibility = 'hidden';
  outer.style.pointerEvents = 'none';
  expect([style.visibility, style.pointerEvents]).toEqual(['hidden', 'none']);
  expect(
    ['visibility', 'pointer-events', 'color'].map((name) => style.getPropertyValue(name)),
  ).toEqual(['hidden', 'none', 'rgb(1, 2, 3)']);
  expect(screen.getByTestId('inner')).toHaveStyle({ opacity: '0.5', color: 'rgb(1, 2, 3)' });
});

test('what is hidden by a rule, by a parent or by an attribute has no role', () => {
  page();
  const inner = screen.getByTestId('inner');
  const buttons = () => screen.queryAllByRole('button').length;
  expect(buttons()).toBe(1);
  inner.className = 'gone';
  expect(buttons()).toBe(0);
  expect(screen.getByText('Press')).not.toBeVisible();
  inner.className = '';
  expect(buttons()).toBe(1);
  screen.getByTestId('outer').style.visibility = 'hidden';
  expect(buttons()).toBe(0);
  screen.getByTestId('outer').style.visibility = '';
  inner.hidden = true;
  expect(buttons()).toBe(0);
});

const oddRules = `
  * { pointer-events: none } p, .wide > b:not(.no, .never) { pointer-events: auto; visibility: hidden }
  #one.two { display: grid } .two { display: flex } .two:not([hidden]) { display: unset }
  b[title="a, b"] { display: table } @media print { b { display: none } } @media screen { .late b { display: block; opacity: 2 } }
  .two.three, i + b { visibility: visible; display: } b { content: "x" } .never b { display: none !important }
  @supports (display: grid) { b { display: inline-grid } } .x\\.y { opacity: 0.1 } .wide { opacity: 0.2 } .late { opacity: none }`;

test('every element is answered as jsdom answers it, whatever the rules look like', () => {
  const { container } = render(
    <div className="wide late">
      <style>{oddRules}</style>
      <p id="one" className="two three">
        <b title="a, b">1</b>
        <i style={{ display: 'contents', visibility: 'collapse' }} className="x.y" />
        <b className="no" style={{ opacity: 0.5 }}>
          2
        </b>
      </p>
      <b className="two">3</b>
      <svg className="never">
        <b id="one">4</b>
      </svg>
    </div>,
  );
  const names = ['content', 'display', 'opacity', 'pointer-events', 'visibility'];
  const read = (style: CSSStyleDeclaration) => names.map((name) => style.getPropertyValue(name));
  const elements = [...container.querySelectorAll('*')];
  const all = elements.map((element) => {
    const holder = document.createElement('i');
    // Only jsdom itself answers the whole text.
    holder.style.cssText = getComputedStyle(element).cssText;
    return read(holder.style);
  });
  expect(elements.map((element) => read(getComputedStyle(element)))).toEqual(all);
  expect(new Set(all.map(String)).size).toBeGreaterThan(6);
});
