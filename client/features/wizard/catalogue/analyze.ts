/** Tasks of the wizard’s category “analysis”. */
import type { WizardSubcategory } from '../wizardCategories.ts';

export const analyze: readonly WizardSubcategory[] = [
  {
    key: 'players',
    emoji: '👥',
    nameRu: 'Игроки',
    nameEn: 'Players',
    tasks: [
      {
        key: 'gather-feedback',
        emoji: '💬',
        nameRu: 'Собрать отзывы игроков',
        nameEn: 'Gather player feedback',
        concepts: ['player-feedback'],
      },
      {
        key: 'read-mood',
        emoji: '🌡️',
        nameRu: 'Понять настроение аудитории',
        nameEn: 'Read the mood of the audience',
        concepts: ['sentiment'],
      },
      {
        key: 'break-down-interviews',
        emoji: '🎙️',
        nameRu: 'Разобрать интервью и опросы',
        nameEn: 'Break down interviews and surveys',
        concepts: ['user-research'],
      },
      {
        key: 'find-drop-off',
        emoji: '🚪',
        nameRu: 'Найти, где игроки уходят',
        nameEn: 'Find where players leave',
        concepts: ['churn'],
      },
    ],
  },
  {
    key: 'metrics',
    emoji: '📈',
    nameRu: 'Метрики',
    nameEn: 'Metrics',
    tasks: [
      {
        key: 'build-report',
        emoji: '🧾',
        nameRu: 'Построить отчёт по метрикам',
        nameEn: 'Build a metrics report',
        concepts: ['business-intelligence'],
      },
      {
        key: 'ask-spreadsheet',
        emoji: '🔢',
        nameRu: 'Задать вопрос таблице',
        nameEn: 'Ask a spreadsheet a question',
        concepts: ['spreadsheet'],
      },
      {
        key: 'run-experiment',
        emoji: '🧪',
        nameRu: 'Провести A/B-тест',
        nameEn: 'Run an A/B test',
        concepts: ['ab-testing'],
      },
      {
        key: 'balance-economy',
        emoji: '🪙',
        nameRu: 'Сбалансировать экономику игры',
        nameEn: 'Balance the game economy',
        concepts: ['game-economy'],
      },
    ],
  },
  {
    key: 'market-view',
    emoji: '🌍',
    nameRu: 'Рынок',
    nameEn: 'Market',
    tasks: [
      {
        key: 'study-market',
        emoji: '🗺️',
        nameRu: 'Изучить рынок и тренды',
        nameEn: 'Study the market and its trends',
        concepts: ['market-research'],
      },
      {
        key: 'compare-competitors',
        emoji: '⚔️',
        nameRu: 'Сравнить игру с конкурентами',
        nameEn: 'Compare the game with competitors',
        concepts: ['competitor-analysis'],
      },
      {
        key: 'check-store-visibility',
        emoji: '🔭',
        nameRu: 'Проверить видимость в сторах',
        nameEn: 'Check visibility in the stores',
        concepts: ['aso'],
      },
      {
        key: 'collect-site-data',
        emoji: '🕸️',
        nameRu: 'Собрать данные с сайтов',
        nameEn: 'Collect data from websites',
        concepts: ['scraping'],
      },
    ],
  },
  {
    key: 'documents',
    emoji: '📄',
    nameRu: 'Документы',
    nameEn: 'Documents',
    tasks: [
      {
        key: 'condense-document',
        emoji: '🗜️',
        nameRu: 'Сжать длинный документ',
        nameEn: 'Condense a long document',
        concepts: ['summary', 'documents'],
      },
      {
        key: 'answer-with-sources',
        emoji: '📎',
        nameRu: 'Найти ответ с источниками',
        nameEn: 'Find an answer with sources',
        concepts: ['ai-search'],
      },
      {
        key: 'read-paper',
        emoji: '🔬',
        nameRu: 'Разобрать научную статью',
        nameEn: 'Work through a research paper',
        concepts: ['science'],
      },
      {
        key: 'extract-decisions',
        emoji: '✅',
        nameRu: 'Вытащить решения из встречи',
        nameEn: 'Pull the decisions out of a meeting',
        concepts: ['meeting-notes'],
      },
    ],
  },
];
