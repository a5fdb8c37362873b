// The dialog with one's own use cases of a service: writing, the check of the text, what it suggests.
import type { CreateUseCaseMutation, UseCaseProgressQuery } from '../../client/generated.ts';
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { about, dialog } from './itemDialog.ts';
import { ownItem, type Screen, type ScreenState } from './screenState.ts';

const text = 'Собираем доску настроений для нового биома за час вместо двух дней.';
const newText = ({ page, t }: Screen) =>
  page.getByRole('dialog').getByRole('textbox', { name: t('useCases.newLabel') });

const write = async (screen: Screen) => {
  await dialog(screen);
  // The own cases come after the dialog, below what is written in.
  const { page, t } = screen;
  await expect(page.getByRole('textbox', { name: t('useCases.editLabel') }).first()).toBeVisible();
  await newText(screen).fill(text);
};
const save = async (screen: Screen) => {
  await write(screen);
  await screen.page.getByRole('button', { name: screen.t('useCases.save') }).click();
};

/** Asks for a better text before anything is saved. */
const improve = async (screen: Screen) => {
  await write(screen);
  // The cases below have the same button; the new one stands above them. The product under test has no language model.
  const button = screen.page.getByRole('button', { name: screen.t('useCases.check') });
  await button.first().click();
};

const underAnalysis: UseCaseProgressQuery = {
  useCaseProgress: {
    __typename: 'UseCaseProgress',
    step: 'analysing_text',
    position: 1,
    total: 1,
    passed: [],
  },
};

/** In the server's place, so that the demo catalogue stays as it is. */
const saved: CreateUseCaseMutation = {
  createUseCase: {
    __typename: 'UseCase',
    id: '990',
    descriptionRu: text,
    descriptionEn: null,
    translationState: 'pending',
    outdatedLanguage: null,
    likesCount: 0,
    knowledgeItemId: ownItem,
    createdAt: '2026-11-21T10:00:00Z',
    updatedAt: '2026-11-21T10:00:00Z',
  },
};

const betterTexts = [
  {
    type: 'improved',
    reason: 'Стало видно, кто это сделал и сколько времени сберёг.',
    text: 'Художник по окружению собрал доску настроений для нового биома за час вместо двух дней.',
  },
  {
    type: 'split',
    reason: 'Вторая мысль заслуживает отдельного примера.',
    text: 'Арт-директор выбрал стиль биома на первой же встрече по этой доске.',
  },
];

const analysis = (improvedCases: Array<{ type: string; reason: string; text: string }>) => ({
  analyzeUseCase: {
    __typename: 'UseCaseAnalysis',
    source: 'model',
    improvedCases: improvedCases.map((one) => ({ ...one, __typename: 'ImprovedCase' })),
  },
});

export const useCaseStates: ScreenState[] = [
  { ...about('useCases'), name: 'use cases', show: dialog },
  {
    ...about('useCases'),
    name: 'use cases, analysing',
    before: ({ page }) => answer(page, { AnalyzeUseCase: 'never', UseCaseProgress: underAnalysis }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.steps.analysing_text')).first()).toBeVisible();
      await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, better texts',
    before: ({ page }) => answer(page, { AnalyzeUseCase: analysis(betterTexts) }),
    show: async (screen) => {
      await improve(screen);
      const { page, t } = screen;
      const legend = t('useCases.suggestions.legend');
      await expect(page.getByRole('group', { name: legend })).toBeVisible();
      await expect(newText(screen)).toHaveValue(text);
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, better texts for the saved one',
    before: ({ page }) =>
      answer(page, { AnalyzeUseCase: analysis(betterTexts), CreateUseCase: saved }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.suggestions.saved'))).toBeVisible();
      const legend = t('useCases.suggestions.legend');
      await expect(page.getByRole('group', { name: legend })).toBeVisible();
      await expect(newText(screen)).toHaveValue('');
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, a question',
    before: ({ page }) =>
      answer(page, {
        AnalyzeUseCase: analysis([
          { type: 'needs_clarification', reason: 'Кто собирал доску и для какой игры?', text },
        ]),
      }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.suggestions.clarify'))).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, the analysis failed',
    before: ({ page }) => answer(page, { AnalyzeUseCase: 'refused' }),
    show: async (screen) => {
      await improve(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.analysisFailed'))).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, saved unchecked',
    before: ({ page }) => answer(page, { AnalyzeUseCase: 'refused', CreateUseCase: saved }),
    show: async (screen) => {
      await save(screen);
      const { page, t } = screen;
      await expect(page.getByText(t('useCases.unchecked')).first()).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, unsaved text',
    show: async (screen) => {
      await write(screen);
      await screen.page.keyboard.press('Escape');
      await expect(screen.page.getByText(screen.t('common:state.unsaved'))).toBeVisible();
    },
  },
  {
    ...about('useCases'),
    name: 'use cases, one is changed',
    show: async (screen) => {
      await dialog(screen);
      const { page, t } = screen;
      const field = page.getByRole('textbox', { name: t('useCases.editLabel') }).first();
      await field.pressSequentially(' !');
      await expect(page.getByText(t('useCases.keys'))).toBeVisible();
    },
  },
];
