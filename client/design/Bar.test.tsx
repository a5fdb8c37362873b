import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { Bar } from './Bar.ts';
import { Sections } from './Sections.ts';

test('a form in a row stays a row in a section, where other forms are columns', async () => {
  await renderPage(
    <Sections>
      <section>
        <Bar as="form" aria-label="row" />
        <form aria-label="column" />
      </section>
    </Sections>,
  );
  const direction = (name: string) =>
    getComputedStyle(screen.getByRole('form', { name })).flexDirection;
  expect(direction('row')).not.toBe('column');
  expect(direction('column')).toBe('column');
});
