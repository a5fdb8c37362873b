// Stages on the screen: joining a pilot from a request for access, and deciding an ended pilot.
import { screen, waitFor } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { RequestAccess } from '../../pages/RequestAccess.tsx';
import { PilotsToDecide } from './PilotsToDecide.tsx';

const nexters = { key: 'nexters', name: 'Nexters' };
const pilot = {
  __typename: 'ItemStage',
  id: '7',
  stage: 'pilot',
  questionRu: 'Годится ли для роликов?',
  questionEn: null,
  endsOn: '2026-12-20',
  reasonRu: null,
  reasonEn: null,
  decidedAt: '2026-11-20T10:00:00.000Z',
  decidedBy: null,
  version: 3,
  testersCount: 2,
  isTester: false,
  mayJoin: true,
  company: nexters,
  history: [],
};
const item = { id: '12', titleRu: 'Суно', titleEn: 'Suno', alternatives: [] };

test('who asks for a trial is offered the running pilot', async () => {
  setCurrentUser(aUser());
  let stage = pilot;
  const joined: string[] = [];
  const resolvers = {
    Query: { knowledgeItem: () => ({ ...item, stage }) },
    Mutation: {
      joinPilot: (_root: unknown, { id }: { id: string }) => {
        joined.push(id);
        return (stage = { ...pilot, isTester: true, mayJoin: false, testersCount: 3 });
      },
    },
  };
  const { user } = await renderPage(<RequestAccess itemId="12" onClose={() => undefined} />, {
    resolvers,
  });
  const trial = await screen.findByRole('checkbox', { name: 'Нужен тестовый период' });
  expect(screen.queryByText('Идёт пилот этого сервиса')).toBeNull();
  await user.click(trial);
  expect(await screen.findByText('Идёт пилот этого сервиса')).toBeInTheDocument();
  expect(screen.getByText('Годится ли для роликов?')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Участвовать в пилоте' }));
  expect(await screen.findByRole('button', { name: 'Выйти из пилота' })).toBeInTheDocument();
  expect(joined).toEqual(['7']);
});

test('an ended pilot is decided from the list, with a reason and the version that was read', async () => {
  setCurrentUser(aUser());
  let pilots = [{ ...pilot, knowledgeItem: item }];
  const sent: object[] = [];
  const resolvers = {
    Query: {
      pilotsToDecide: () => pilots,
      knowledgeItem: () => ({ ...item, stage: pilot }),
    },
    Mutation: {
      setStage: (_root: unknown, given: object) => {
        sent.push(given);
        pilots = [];
        return { ...pilot, stage: 'adopted', version: 4 };
      },
    },
  };
  const { user } = await renderPage(<PilotsToDecide />, { resolvers });
  await user.click(await screen.findByRole('button', { name: 'Решить' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Последний день пилота')).toHaveValue('2026-12-20'),
  );
  await user.click(screen.getByRole('radio', { name: /Внедрён/ }));
  const save = screen.getByRole('button', { name: 'Сохранить' });
  expect(save).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: /Причина, по-русски/ }), 'Годится');
  // Another choice of the stage loses nothing that was typed.
  await user.click(screen.getAllByRole('radio').at(-1)!);
  await user.click(screen.getByRole('radio', { name: /Внедрён/ }));
  await user.click(save);
  await waitFor(() => expect(screen.queryByText('1 пилот ждёт решения')).toBeNull());
  expect(sent).toMatchObject([
    {
      itemId: '12',
      company: 'nexters',
      input: { stage: 'adopted', reasonRu: 'Годится', expectedVersion: 3 },
    },
  ]);
});
