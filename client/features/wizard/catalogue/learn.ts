import type { WizardCategory } from './wizardWords.ts';

export const learn: WizardCategory = {
  key: 'learn',
  emoji: '🎓',
  nameRu: 'Учиться',
  nameEn: 'Learn',
  subcategories: [
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
          tags: ['courses'],
        },
        {
          key: 'learn-prompting',
          emoji: '🪄',
          nameRu: 'Научиться писать запросы к моделям',
          nameEn: 'Learn to write prompts',
          tags: ['prompt engineering'],
        },
        {
          key: 'follow-example',
          emoji: '👣',
          nameRu: 'Повторить пример шаг за шагом',
          nameEn: 'Follow an example step by step',
          tags: ['tutorials'],
        },
        {
          key: 'understand-networks',
          emoji: '🧠',
          nameRu: 'Понять, как устроены нейросети',
          nameEn: 'Understand how neural networks work',
          tags: ['courses', 'tutorials'],
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
          tags: ['research'],
        },
        {
          key: 'follow-papers',
          emoji: '📰',
          nameRu: 'Следить за новыми работами',
          nameEn: 'Follow new papers',
          tags: ['research', 'tutorials'],
        },
        {
          key: 'ask-documents',
          emoji: '🗃️',
          nameRu: 'Задать вопрос своим документам',
          nameEn: 'Ask your own documents',
          tags: ['knowledge base'],
        },
        {
          key: 'search-team-knowledge',
          emoji: '🗝️',
          nameRu: 'Искать по знаниям команды',
          nameEn: 'Search what the team knows',
          tags: ['knowledge base', 'search'],
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
          tags: ['language learning'],
        },
        {
          key: 'grow-in-code',
          emoji: '🧑‍🏫',
          nameRu: 'Подтянуть программирование',
          nameEn: 'Get better at programming',
          tags: ['coding assistant', 'tutorials'],
        },
        {
          key: 'watch-game-talks',
          emoji: '🎟️',
          nameRu: 'Послушать доклады разработчиков игр',
          nameEn: 'Watch talks by game developers',
          tags: ['courses', 'research'],
        },
        {
          key: 'use-ai-safely',
          emoji: '🔐',
          nameRu: 'Разобраться в безопасности ИИ',
          nameEn: 'Learn to use AI safely',
          tags: ['documentation', 'research'],
        },
      ],
    },
  ],
};
