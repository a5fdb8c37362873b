/** Tasks of the wizard’s category “development”. */
import type { WizardSubcategory } from '../wizardCategories.ts';

export const develop: readonly WizardSubcategory[] = [
  {
    key: 'code',
    emoji: '⌨️',
    nameRu: 'Код',
    nameEn: 'Code',
    tasks: [
      {
        key: 'write-code',
        emoji: '👩‍💻',
        nameRu: 'Писать код с помощником',
        nameEn: 'Write code with an assistant',
        concepts: ['coding-assistant'],
      },
      {
        key: 'review-code',
        emoji: '👀',
        nameRu: 'Проверить код перед слиянием',
        nameEn: 'Review code before merging',
        concepts: ['code-review'],
      },
      {
        key: 'fix-bug',
        emoji: '🐞',
        nameRu: 'Найти и исправить ошибку',
        nameEn: 'Find and fix a bug',
        concepts: ['debugging'],
      },
      {
        key: 'document-code',
        emoji: '📘',
        nameRu: 'Описать код и API',
        nameEn: 'Document code and APIs',
        concepts: ['code-docs'],
      },
    ],
  },
  {
    key: 'engine',
    emoji: '🎮',
    nameRu: 'Движок и игра',
    nameEn: 'Engine and game',
    tasks: [
      {
        key: 'speed-up-unity',
        emoji: '🧰',
        nameRu: 'Ускорить работу в Unity',
        nameEn: 'Work faster in Unity',
        concepts: ['unity-engine'],
      },
      {
        key: 'speed-up-unreal',
        emoji: '🛠️',
        nameRu: 'Ускорить работу в Unreal Engine',
        nameEn: 'Work faster in Unreal Engine',
        concepts: ['unreal-engine'],
      },
      {
        key: 'build-in-ai',
        emoji: '🧬',
        nameRu: 'Встроить ИИ в игру',
        nameEn: 'Build AI into the game',
        concepts: ['embed-ai'],
      },
      {
        key: 'teach-npc',
        emoji: '👾',
        nameRu: 'Задать поведение NPC',
        nameEn: 'Give NPCs their behaviour',
        concepts: ['npc'],
      },
    ],
  },
  {
    key: 'quality',
    emoji: '🧪',
    nameRu: 'Тесты и качество',
    nameEn: 'Tests and quality',
    tasks: [
      {
        key: 'write-tests',
        emoji: '☑️',
        nameRu: 'Написать тесты',
        nameEn: 'Write tests',
        concepts: ['unit-tests'],
      },
      {
        key: 'playtest-with-ai',
        emoji: '🕹️',
        nameRu: 'Прогнать игру ИИ-игроками',
        nameEn: 'Playtest with AI players',
        concepts: ['game-bots'],
      },
      {
        key: 'check-interface',
        emoji: '📐',
        nameRu: 'Проверить вид интерфейса',
        nameEn: 'Check how the interface looks',
        concepts: ['ui-testing'],
      },
      {
        key: 'watch-crashes',
        emoji: '🩺',
        nameRu: 'Следить за сбоями в релизе',
        nameEn: 'Watch for crashes in release',
        concepts: ['crash-analysis'],
      },
    ],
  },
  {
    key: 'prototypes',
    emoji: '🚀',
    nameRu: 'Прототипы и интерфейсы',
    nameEn: 'Prototypes and interfaces',
    tasks: [
      {
        key: 'build-prototype',
        emoji: '⏱️',
        nameRu: 'Собрать прототип за день',
        nameEn: 'Build a prototype in a day',
        concepts: ['prototyping', 'app-builder'],
      },
      {
        key: 'design-screen',
        emoji: '🎛️',
        nameRu: 'Спроектировать экран',
        nameEn: 'Design a screen',
        concepts: ['ui'],
      },
      {
        key: 'make-app-without-code',
        emoji: '🧱',
        nameRu: 'Сделать приложение без кода',
        nameEn: 'Make an app without code',
        concepts: ['app-builder'],
      },
      {
        key: 'connect-model',
        emoji: '🔗',
        nameRu: 'Подключить модель к своему коду',
        nameEn: 'Connect a model to your code',
        concepts: ['model-api'],
      },
    ],
  },
];
