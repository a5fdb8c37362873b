/** Tasks of the wizard’s category “marketing”. */
import type { WizardSubcategory } from '../wizardCategories.ts';

export const market: readonly WizardSubcategory[] = [
  {
    key: 'creatives',
    emoji: '🎯',
    nameRu: 'Креативы',
    nameEn: 'Creatives',
    tasks: [
      {
        key: 'make-ad-creatives',
        emoji: '🪧',
        nameRu: 'Сделать рекламные креативы',
        nameEn: 'Make ad creatives',
        concepts: ['ad-creatives', 'image'],
      },
      {
        key: 'produce-ad-clip',
        emoji: '🎬',
        nameRu: 'Сделать рекламный ролик',
        nameEn: 'Produce an ad clip',
        concepts: ['video-generation'],
      },
      {
        key: 'draw-banner',
        emoji: '🏞️',
        nameRu: 'Нарисовать баннер',
        nameEn: 'Draw a banner',
        concepts: ['banner'],
      },
      {
        key: 'write-ad-copy',
        emoji: '✒️',
        nameRu: 'Написать рекламный текст',
        nameEn: 'Write ad copy',
        concepts: ['ad-copy'],
      },
    ],
  },
  {
    key: 'store',
    emoji: '🛍️',
    nameRu: 'Стор и сайт',
    nameEn: 'Store and site',
    tasks: [
      {
        key: 'pick-keywords',
        emoji: '🔑',
        nameRu: 'Подобрать ключевые слова для стора',
        nameEn: 'Pick keywords for the store',
        concepts: ['keywords'],
      },
      {
        key: 'build-landing-page',
        emoji: '🛬',
        nameRu: 'Собрать лендинг',
        nameEn: 'Build a landing page',
        concepts: ['landing'],
      },
      {
        key: 'raise-in-search',
        emoji: '🧗',
        nameRu: 'Поднять сайт в поиске',
        nameEn: 'Raise the site in search',
        concepts: ['seo'],
      },
      {
        key: 'test-page',
        emoji: '⚖️',
        nameRu: 'Сравнить варианты страницы',
        nameEn: 'Compare versions of a page',
        concepts: ['ab-testing', 'website'],
      },
    ],
  },
  {
    key: 'channels',
    emoji: '📱',
    nameRu: 'Соцсети и рассылки',
    nameEn: 'Social media and mailings',
    tasks: [
      {
        key: 'prepare-posts',
        emoji: '🗞️',
        nameRu: 'Подготовить посты для соцсетей',
        nameEn: 'Prepare social media posts',
        concepts: ['social-media'],
      },
      {
        key: 'cut-short-video',
        emoji: '✂️',
        nameRu: 'Смонтировать короткое видео',
        nameEn: 'Cut a short video',
        concepts: ['video-editing'],
      },
      {
        key: 'find-creators',
        emoji: '🌟',
        nameRu: 'Найти блогеров',
        nameEn: 'Find content creators',
        concepts: ['influencer'],
      },
      {
        key: 'set-up-mailing',
        emoji: '📧',
        nameRu: 'Настроить рассылку',
        nameEn: 'Set up a mailing',
        concepts: ['email-marketing'],
      },
    ],
  },
];
