/** Tasks of the wizard’s category “support”. */
import type { WizardSubcategory } from '../wizardCategories.ts';

export const support: readonly WizardSubcategory[] = [
  {
    key: 'tickets',
    emoji: '🎫',
    nameRu: 'Обращения',
    nameEn: 'Tickets',
    tasks: [
      {
        key: 'answer-tickets',
        emoji: '📨',
        nameRu: 'Отвечать на обращения игроков',
        nameEn: 'Answer player tickets',
        concepts: ['customer-support'],
      },
      {
        key: 'sort-tickets',
        emoji: '🗂️',
        nameRu: 'Разложить обращения по темам',
        nameEn: 'Sort tickets by topic',
        concepts: ['ticket-triage'],
      },
      {
        key: 'add-support-bot',
        emoji: '🤖',
        nameRu: 'Подключить бота поддержки',
        nameEn: 'Add a support bot',
        concepts: ['support-bot'],
      },
      {
        key: 'hand-tickets-to-agent',
        emoji: '🫱',
        nameRu: 'Поручить обращения ИИ-агенту',
        nameEn: 'Hand tickets to an AI agent',
        concepts: ['customer-support', 'chatbot'],
      },
    ],
  },
  {
    key: 'answers',
    emoji: '📚',
    nameRu: 'База ответов',
    nameEn: 'Answers',
    tasks: [
      {
        key: 'build-faq',
        emoji: '❓',
        nameRu: 'Собрать FAQ для игроков',
        nameEn: 'Build a FAQ for players',
        concepts: ['faq'],
      },
      {
        key: 'keep-knowledge-base',
        emoji: '🧠',
        nameRu: 'Вести базу знаний',
        nameEn: 'Keep a knowledge base',
        concepts: ['knowledge-base'],
      },
      {
        key: 'reply-to-reviews',
        emoji: '⭐',
        nameRu: 'Отвечать на отзывы в сторах',
        nameEn: 'Reply to store reviews',
        concepts: ['review-reply'],
      },
      {
        key: 'support-in-their-language',
        emoji: '🌐',
        nameRu: 'Отвечать на языке игрока',
        nameEn: 'Answer in the player’s language',
        concepts: ['chat-translation'],
      },
    ],
  },
  {
    key: 'community',
    emoji: '🛡️',
    nameRu: 'Сообщество',
    nameEn: 'Community',
    tasks: [
      {
        key: 'moderate-chat',
        emoji: '🧯',
        nameRu: 'Модерировать чат',
        nameEn: 'Moderate a chat',
        concepts: ['moderation'],
      },
      {
        key: 'catch-voice-toxicity',
        emoji: '🎧',
        nameRu: 'Ловить токсичность в голосовом чате',
        nameEn: 'Catch toxicity in voice chat',
        concepts: ['voice-moderation'],
      },
      {
        key: 'run-community',
        emoji: '🏕️',
        nameRu: 'Вести сообщество',
        nameEn: 'Run a community',
        concepts: ['community'],
      },
      {
        key: 'notice-discontent',
        emoji: '🚨',
        nameRu: 'Замечать недовольство раньше',
        nameEn: 'Notice discontent early',
        concepts: ['discontent'],
      },
    ],
  },
];
