/** A table of rules comes in: its bytes go to the server as they are, and what it would change is shown first. */
import { screen, waitFor, within } from '@testing-library/react';
import { dataClasses } from '../../enums/generated.ts';
import { renderPage } from '../../testing/render.tsx';
import { RulesTableDialog } from './RulesTableDialog.tsx';

const said = (verdict: string, conditionRu: string | null = null) => ({
  verdicts: dataClasses.map((dataClass) => ({
    dataClass,
    verdict: dataClass === 'source_code' ? verdict : 'undecided',
    conditionRu: dataClass === 'source_code' ? conditionRu : null,
    conditionEn: null,
  })),
  facts: [],
  result: null,
  account: null,
  status: null,
  owner: null,
  reviewBy: null,
  aiRole: null,
  aiTier: null,
});

const outcome = {
  rows: 40,
  changed: 21,
  changes: [
    {
      itemId: '1',
      titleRu: 'Рисовалка',
      titleEn: null,
      tier: 'free',
      before: said('no'),
      after: said('yes_if', 'без имён'),
    },
  ],
  faults: [],
  faultsCount: 0,
};

test('the bytes of the file are sent, and what changes is shown for the company', async () => {
  const sent: { company: string; base64: string; isDryRun: boolean }[] = [];
  const done: (string | null)[] = [];
  const { user } = await renderPage(
    <RulesTableDialog
      company={{ key: 'nexters', name: 'Nexters' }}
      onDone={(changeId) => done.push(changeId)}
      onClose={() => undefined}
    />,
    {
      resolvers: {
        Mutation: {
          importDataRules: (_root: unknown, given: (typeof sent)[number]) => {
            sent.push(given);
            return { ...outcome, changeId: given.isDryRun ? null : 'c1' };
          },
        },
      } as never,
    },
  );
  const dialog = await screen.findByRole('dialog', { name: 'Загрузить CSV: Nexters' });
  // «да» in Windows-1251.
  const bytes = new Uint8Array([0xe4, 0xe0]);
  await user.upload(within(dialog).getByLabelText('Файл CSV'), new File([bytes], 'rules.csv'));
  const row = await within(dialog).findByRole('listitem');
  expect(row).toHaveTextContent('Рисовалка, тариф бесплатный');
  expect(row).toHaveTextContent('исходный код: нет → да, если: без имён');
  expect(within(dialog).getByText('и ещё 20 правил')).toBeInTheDocument();
  expect(sent).toMatchObject([{ company: 'nexters', base64: btoa('\xe4\xe0'), isDryRun: true }]);
  await user.click(within(dialog).getByRole('button', { name: 'Загрузить CSV' }));
  await waitFor(() => expect(done).toEqual(['c1']));
  expect(sent[1]).toMatchObject({ base64: btoa('\xe4\xe0'), isDryRun: false });
});
