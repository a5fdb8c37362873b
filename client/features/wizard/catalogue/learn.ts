/** Tasks of the wizard’s category “learning”. */
import type { WizardSubcategory } from '../wizardCategories.ts';

export const learn: readonly WizardSubcategory[] = [
  {
    key: 'basics',
    emoji: '🌱',
    nameRu: 'Основы ИИ',
    nameEn: 'AI basics',
    tasks: [
      {
        key: 'take-course',
        emoji: '🏫',
        nameRu: 'Пройти курс',
        nameEn: 'Take a course',
        concepts: ['education'],
      },
      {
        key: 'learn-prompting',
        emoji: '🪄',
        nameRu: 'Научиться писать запросы к моделям',
        nameEn: 'Learn to write prompts',
        concepts: ['prompt-course'],
      },
      {
        key: 'follow-example',
        emoji: '👣',
        nameRu: 'Повторить пример шаг за шагом',
        nameEn: 'Follow an example step by step',
        concepts: ['tutorial', 'education'],
      },
      {
        key: 'understand-networks',
        emoji: '🧠',
        nameRu: 'Понять, как устроены нейросети',
        nameEn: 'Understand how neural networks work',
        concepts: ['ai-basics'],
      },
    ],
  },
  {
    key: 'exploring',
    emoji: '🔭',
    nameRu: 'Исследования',
    nameEn: 'Research',
    tasks: [
      {
        key: 'get-into-topic',
        emoji: '🏄',
        nameRu: 'Быстро разобраться в теме',
        nameEn: 'Get into a topic quickly',
        concepts: ['research'],
      },
      {
        key: 'follow-papers',
        emoji: '📰',
        nameRu: 'Следить за новыми работами',
        nameEn: 'Follow new papers',
        concepts: ['literature-search'],
      },
      {
        key: 'ask-documents',
        emoji: '🗃️',
        nameRu: 'Задать вопрос своим документам',
        nameEn: 'Ask your own documents',
        concepts: ['rag'],
      },
      {
        key: 'search-team-knowledge',
        emoji: '🗝️',
        nameRu: 'Искать по знаниям команды',
        nameEn: 'Search what the team knows',
        concepts: ['enterprise-search'],
      },
    ],
  },
  {
    key: 'growth',
    emoji: '🏆',
    nameRu: 'Рост в профессии',
    nameEn: 'Professional growth',
    tasks: [
      {
        key: 'learn-language',
        emoji: '🦜',
        nameRu: 'Выучить язык',
        nameEn: 'Learn a language',
        concepts: ['language-learning'],
      },
      {
        key: 'grow-in-code',
        emoji: '🧑‍🏫',
        nameRu: 'Подтянуть программирование',
        nameEn: 'Get better at programming',
        concepts: ['education', 'programming'],
      },
      {
        key: 'watch-game-talks',
        emoji: '🎟️',
        nameRu: 'Послушать доклады разработчиков игр',
        nameEn: 'Watch talks by game developers',
        concepts: ['postmortem-talks'],
      },
      {
        key: 'use-ai-safely',
        emoji: '🔐',
        nameRu: 'Разобраться в безопасности ИИ',
        nameEn: 'Learn to use AI safely',
        concepts: ['ai-safety'],
      },
    ],
  },
];
