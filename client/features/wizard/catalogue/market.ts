import type { WizardCategory } from './wizardWords.ts';

export const market: WizardCategory = {
  key: 'market',
  emoji: '📣',
  nameRu: 'Продвигать',
  nameEn: 'Market',
  subcategories: [
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
          tags: ['ad creatives'],
        },
        {
          key: 'produce-ad-clip',
          emoji: '🎬',
          nameRu: 'Сделать рекламный ролик',
          nameEn: 'Produce an ad clip',
          tags: ['ad creatives', 'video'],
        },
        {
          key: 'draw-banner',
          emoji: '🏞️',
          nameRu: 'Нарисовать баннер',
          nameEn: 'Draw a banner',
          tags: ['ad creatives', 'image generation'],
        },
        {
          key: 'write-ad-copy',
          emoji: '✒️',
          nameRu: 'Написать рекламный текст',
          nameEn: 'Write ad copy',
          tags: ['copywriting'],
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
          tags: ['aso'],
        },
        {
          key: 'build-landing-page',
          emoji: '🛬',
          nameRu: 'Собрать лендинг',
          nameEn: 'Build a landing page',
          tags: ['landing pages'],
        },
        {
          key: 'raise-in-search',
          emoji: '🧗',
          nameRu: 'Поднять сайт в поиске',
          nameEn: 'Raise the site in search',
          tags: ['seo'],
        },
        {
          key: 'test-page',
          emoji: '⚖️',
          nameRu: 'Сравнить варианты страницы',
          nameEn: 'Compare versions of a page',
          tags: ['a/b testing', 'landing pages'],
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
          tags: ['social media'],
        },
        {
          key: 'cut-short-video',
          emoji: '✂️',
          nameRu: 'Смонтировать короткое видео',
          nameEn: 'Cut a short video',
          tags: ['social media', 'video'],
        },
        {
          key: 'find-creators',
          emoji: '🌟',
          nameRu: 'Найти блогеров',
          nameEn: 'Find content creators',
          tags: ['influencer marketing'],
        },
        {
          key: 'set-up-mailing',
          emoji: '📧',
          nameRu: 'Настроить рассылку',
          nameEn: 'Set up a mailing',
          tags: ['email marketing'],
        },
      ],
    },
  ],
};
