import { screen, waitFor } from '@testing-library/react';
import { dataClasses } from '../../enums/generated.ts';
import { renderPage } from '../../testing/render.tsx';
import { LikedItems } from './LikedItems.tsx';
import { anItem } from './testItems.ts';

test('the cards of one’s own services say which data may go in', async () => {
  const verdicts = dataClasses.map((dataClass) => ({
    dataClass,
    verdict: dataClass === 'public_material' ? 'yes' : 'no',
  }));
  const ruled = { ...anItem('1'), dataRules: { standing: 'decided', status: null, verdicts } };
  const { container } = await renderPage(
    <LikedItems slots={{ company: null }} catalogue="/dashboard" />,
    {
      resolvers: { Query: { likedKnowledge: () => [ruled, { ...anItem('2'), dataRules: null }] } },
    },
  );
  await screen.findByText('Сервис 1');
  await waitFor(() => expect(container.querySelectorAll('[data-part=data]')).toHaveLength(1));
  expect(container.querySelector('[data-part=data]')?.getAttribute('title')).toMatch(
    /^Можно: 1 из 6/,
  );
});
