/** Tasks of the wizard’s category “automation”. */
import type { WizardSubcategory } from '../wizardCategories.ts';

export const automate: readonly WizardSubcategory[] = [
  {
    key: 'routine',
    emoji: '🔁',
    nameRu: 'Рутина',
    nameEn: 'Routine',
    tasks: [
      {
        key: 'connect-services',
        emoji: '🔌',
        nameRu: 'Связать сервисы между собой',
        nameEn: 'Connect services to each other',
        concepts: ['integrations'],
      },
      {
        key: 'build-without-code',
        emoji: '🧩',
        nameRu: 'Собрать процесс без кода',
        nameEn: 'Build a workflow without code',
        concepts: ['automation'],
      },
      {
        key: 'hand-to-agent',
        emoji: '🤖',
        nameRu: 'Поручить задачу агенту',
        nameEn: 'Hand a task to an agent',
        concepts: ['agent'],
      },
      {
        key: 'set-up-team-flow',
        emoji: '🧭',
        nameRu: 'Наладить процесс команды',
        nameEn: 'Set up a team workflow',
        concepts: ['process'],
      },
    ],
  },
  {
    key: 'meetings',
    emoji: '🗓️',
    nameRu: 'Встречи',
    nameEn: 'Meetings',
    tasks: [
      {
        key: 'transcribe-call',
        emoji: '📞',
        nameRu: 'Расшифровать звонок',
        nameEn: 'Transcribe a call',
        concepts: ['transcription'],
      },
      {
        key: 'write-minutes',
        emoji: '📝',
        nameRu: 'Составить протокол встречи',
        nameEn: 'Write the minutes of a meeting',
        concepts: ['meeting-notes'],
      },
      {
        key: 'send-outcome',
        emoji: '📤',
        nameRu: 'Отправить итоги в рабочие сервисы',
        nameEn: 'Send the outcome to work tools',
        concepts: ['meeting-notes', 'integrations'],
      },
      {
        key: 'make-subtitles',
        emoji: '💭',
        nameRu: 'Сделать субтитры',
        nameEn: 'Make subtitles',
        concepts: ['subtitles'],
      },
    ],
  },
  {
    key: 'data',
    emoji: '🧮',
    nameRu: 'Данные',
    nameEn: 'Data',
    tasks: [
      {
        key: 'clean-spreadsheet',
        emoji: '🧹',
        nameRu: 'Привести таблицу в порядок',
        nameEn: 'Tidy up a spreadsheet',
        concepts: ['spreadsheet'],
      },
      {
        key: 'automate-report',
        emoji: '📬',
        nameRu: 'Автоматизировать отчёт',
        nameEn: 'Automate a report',
        concepts: ['auto-report'],
      },
      {
        key: 'collect-on-schedule',
        emoji: '⏰',
        nameRu: 'Собирать данные по расписанию',
        nameEn: 'Collect data on a schedule',
        concepts: ['scraping'],
      },
      {
        key: 'track-mentions',
        emoji: '📡',
        nameRu: 'Следить за упоминаниями игры',
        nameEn: 'Track mentions of the game',
        concepts: ['mentions'],
      },
    ],
  },
  {
    key: 'pipeline',
    emoji: '🏗️',
    nameRu: 'Сборки и пайплайны',
    nameEn: 'Builds and pipelines',
    tasks: [
      {
        key: 'automate-builds',
        emoji: '🚢',
        nameRu: 'Автоматизировать сборки и релизы',
        nameEn: 'Automate builds and releases',
        concepts: ['ci-cd'],
      },
      {
        key: 'build-art-pipeline',
        emoji: '🪄',
        nameRu: 'Собрать арт-пайплайн',
        nameEn: 'Build an art pipeline',
        concepts: ['node-workflow'],
      },
      {
        key: 'run-own-model',
        emoji: '🖥️',
        nameRu: 'Запустить модель на своём железе',
        nameEn: 'Run a model on your own hardware',
        concepts: ['local-llm'],
      },
      {
        key: 'let-bots-test',
        emoji: '🦾',
        nameRu: 'Поручить проверки ботам',
        nameEn: 'Let bots do the checks',
        concepts: ['autotests'],
      },
    ],
  },
];
