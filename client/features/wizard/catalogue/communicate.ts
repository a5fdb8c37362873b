/** Tasks of the wizard’s category “communication”. */
import type { WizardSubcategory } from '../wizardCategories.ts';

export const communicate: readonly WizardSubcategory[] = [
  {
    key: 'languages',
    emoji: '🌐',
    nameRu: 'Языки',
    nameEn: 'Languages',
    tasks: [
      {
        key: 'translate-text',
        emoji: '🔤',
        nameRu: 'Перевести текст',
        nameEn: 'Translate a text',
        concepts: ['translation'],
      },
      {
        key: 'localize-game',
        emoji: '🗺️',
        nameRu: 'Локализовать игру',
        nameEn: 'Localize the game',
        concepts: ['game-localization'],
      },
      {
        key: 'dub',
        emoji: '🎙️',
        nameRu: 'Озвучить на другом языке',
        nameEn: 'Dub into another language',
        concepts: ['dubbing'],
      },
      {
        key: 'check-grammar',
        emoji: '🔎',
        nameRu: 'Проверить грамматику',
        nameEn: 'Check the grammar',
        concepts: ['grammar'],
      },
    ],
  },
  {
    key: 'texts',
    emoji: '✍️',
    nameRu: 'Тексты',
    nameEn: 'Texts',
    tasks: [
      {
        key: 'write-letter',
        emoji: '✉️',
        nameRu: 'Написать письмо или пост',
        nameEn: 'Write a letter or a post',
        concepts: ['email-writing'],
      },
      {
        key: 'clarify-text',
        emoji: '🫧',
        nameRu: 'Сделать текст понятнее',
        nameEn: 'Make a text clearer',
        concepts: ['rewrite'],
      },
      {
        key: 'announce-update',
        emoji: '📢',
        nameRu: 'Рассказать игрокам об обновлении',
        nameEn: 'Tell players about an update',
        concepts: ['patch-notes'],
      },
      {
        key: 'sum-up-thread',
        emoji: '🧵',
        nameRu: 'Пересказать длинную переписку',
        nameEn: 'Sum up a long thread',
        concepts: ['thread-summary'],
      },
    ],
  },
  {
    key: 'presenting',
    emoji: '🖥️',
    nameRu: 'Презентации и обсуждения',
    nameEn: 'Presentations and discussions',
    tasks: [
      {
        key: 'make-slides',
        emoji: '📽️',
        nameRu: 'Сделать презентацию',
        nameEn: 'Make a presentation',
        concepts: ['presentation'],
      },
      {
        key: 'draw-diagram',
        emoji: '🔀',
        nameRu: 'Превратить текст в схему',
        nameEn: 'Turn a text into a diagram',
        concepts: ['diagram'],
      },
      {
        key: 'record-explanation',
        emoji: '📹',
        nameRu: 'Записать видеообъяснение',
        nameEn: 'Record a video explanation',
        concepts: ['video-avatar'],
      },
      {
        key: 'run-brainstorm',
        emoji: '🌪️',
        nameRu: 'Провести мозговой штурм',
        nameEn: 'Run a brainstorm',
        concepts: ['brainstorm'],
      },
    ],
  },
];
