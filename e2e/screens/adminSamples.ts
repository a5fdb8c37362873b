// What the desks of the admins show in their states: differences of every type, reports, runs.
import type {
  AccessCaseRowFragment,
  AdminComplaintFragment,
  ComplaintFixesQuery,
  ProposedFixFragment,
} from '../../client/generated.ts';
import type { ActivitiesQuery } from '../../client/features/activity/generated.ts';
import type {
  DemoGoingFragment,
  DemoPartsFragment,
  DemoTouchedFragment,
} from '../../client/features/demo/generated.ts';
import type { DifferenceFragment } from '../../client/features/inconsistencies/generated.ts';
import type {
  LookAtImportQuery,
  LookedAtRowFragment,
  MadeImportsQuery,
  UndoOneImportMutation,
} from '../../client/features/import/generated.ts';
import type { SyncRunFragment } from '../../client/features/sync/generated.ts';
import type { ToolTokenFragment } from '../../client/features/tokens/generated.ts';
import type {
  ToolDeliveryFragment,
  ToolWebhookFragment,
} from '../../client/features/webhooks/generated.ts';

const at = '2026-11-20T10:00:00Z';
const person = {
  __typename: 'Person',
  id: '3',
  name: 'Александра Константинопольская',
  telegramUsername: 'alexandra_k',
} as const;

const longText =
  'Генерирует концепт-арт, доски настроений и текстуры по описанию на русском и английском языке. ' +
  'Понимает референсы, держит стиль в пределах проекта и отдаёт файлы в высоком разрешении. ' +
  'Подходит художникам по окружению, по персонажам и по интерфейсам, а также гейм-дизайнерам, ' +
  'которым нужно быстро показать идею команде, не отвлекая художников от основной работы.';

const offer = (
  action: DifferenceFragment['actions'][number],
  bookmark: DifferenceFragment['offers'][number]['bookmark'] = 'unchanged',
): DifferenceFragment['offers'][number] => ({
  __typename: 'ResolutionOffer',
  action,
  bookmark,
  reason: null,
  isPossible: true,
});

const plain: DifferenceFragment = {
  __typename: 'Inconsistency',
  id: '1',
  type: 'title_changed',
  status: 'new',
  oldTitle: null,
  newTitle: null,
  oldDescription: null,
  newDescription: null,
  removedTags: null,
  addedTags: null,
  oldType: null,
  newType: null,
  oldSource: null,
  newSource: null,
  oldUrl: null,
  newUrl: null,
  url: null,
  linkStatus: null,
  changedOnBothSides: false,
  actions: ['use_raindrop', 'keep_current_update_raindrop'],
  offers: [offer('use_raindrop'), offer('keep_current_update_raindrop', 'updated')],
  resolution: null,
  writtenBack: null,
  notWrittenReason: null,
  error: null,
  errorReason: null,
  createdAt: at,
  updatedAt: at,
  resolvedAt: null,
  canUndo: false,
  resolvedBy: null,
  knowledgeItem: {
    __typename: 'KnowledgeItem',
    id: '2',
    titleRu: 'Midjourney: изображения по описанию',
    titleEn: 'Midjourney: pictures from a description',
    descriptionRu: longText,
    descriptionEn: 'Pictures from a description, in the style of the project.',
    imageUrl: null,
    sourceUrl: 'https://www.midjourney.com/a-rather-long-address/that-has-many-parts/and-goes-on',
    raindropTags: ['images', 'concept-art', 'искусственный-интеллект'],
    likesCount: 24,
    useCasesCount: 5,
  },
};

export const differences: DifferenceFragment[] = [
  {
    ...plain,
    oldTitle: 'Midjourney: изображения по описанию',
    newTitle: 'Midjourney: изображения и видео по описанию',
    changedOnBothSides: true,
  },
  {
    ...plain,
    id: '2',
    type: 'description_changed',
    oldDescription: longText,
    newDescription: longText
      .replace('текстуры', 'короткие ролики')
      .replace('высоком разрешении', 'исходном качестве, с прозрачным фоном'),
    error: 'Raindrop answered 503 to the last attempt.',
    errorReason: 'bookmarksUnreachable',
  },
  {
    ...plain,
    id: '3',
    type: 'tags_changed',
    removedTags: ['images', 'concept-art'],
    addedTags: ['video', 'достопримечательности-и-окружение-для-мобильных-игр'],
  },
  { ...plain, id: '4', type: 'media_type_changed', oldType: 'link', newType: 'video' },
  {
    ...plain,
    id: '5',
    type: 'image_url_changed',
    oldUrl: 'https://pictures.example/covers/midjourney-2024.png',
    newUrl: 'https://pictures.example/covers/midjourney-2026-with-a-very-long-name-indeed.png',
  },
  {
    ...plain,
    id: '6',
    type: 'source_url_changed',
    oldUrl: 'https://www.midjourney.com/app/explore?tab=top',
    newUrl: 'https://www.midjourney.com/gallery/explore?tab=top&sort=new',
  },
  {
    ...plain,
    id: '7',
    type: 'link_broken',
    url: 'https://www.midjourney.com/a-rather-long-address/that-has-many-parts/and-goes-on',
    linkStatus: '404 Not Found',
    actions: ['ignore', 'delete'],
    offers: [offer('ignore'), offer('delete', 'trashed')],
  },
  {
    ...plain,
    id: '8',
    type: 'item_removed',
    actions: ['delete_item', 'keep_item'],
    offers: [offer('delete_item'), offer('keep_item', 'restored')],
  },
  {
    ...plain,
    id: '9',
    oldTitle: 'Midjourney',
    newTitle: 'Midjourney 7',
    status: 'resolved',
    resolution: 'use_raindrop',
    resolvedAt: at,
    resolvedBy: person,
    canUndo: true,
  },
];

export const fixes: ComplaintFixesQuery['complaintCases'] = [
  {
    key: '2-broken_link',
    fix: {
      act: 'replace_address',
      address: 'https://a-service-with-a-long-name.example.com/products/workspace?plan=team',
    },
  },
  { key: '4-bad_russian_translation', fix: { act: 'translate', address: null } },
].map(({ key, fix }) => ({
  __typename: 'ComplaintCase',
  key,
  fix: {
    ...(fix as Pick<ProposedFixFragment, 'act' | 'address'>),
    __typename: 'ComplaintFix',
    otherHost: null,
    tags: null,
    asOf: at,
    language: null,
    other: null,
  },
}));

export const reports: AdminComplaintFragment[] = [
  { complaintType: 'broken_link', status: 'new', comment: 'Открывается страница с ошибкой 404.' },
  { complaintType: 'broken_link', status: 'new', comment: null },
  {
    complaintType: 'bad_russian_translation',
    status: 'in_progress',
    comment:
      'Описание переведено дословно: «искусственный разум для неигровых персонажей» — так никто не говорит, ' +
      'и непонятно, что умеет сервис. Достаточно двух предложений.',
  },
  { complaintType: 'spam', status: 'resolved', comment: null },
].map((given, index) => ({
  ...(given as Pick<AdminComplaintFragment, 'complaintType' | 'status' | 'comment'>),
  __typename: 'Complaint',
  id: String(index + 1),
  knowledgeItemId: index < 2 ? '2' : String(index + 2),
  createdAt: at,
  updatedAt: at,
  resolvedAt: given.status === 'resolved' ? at : null,
  sameOpenCount: index < 2 ? 2 : 0,
  word: given.status === 'rejected' ? 'Теги верные: так их называет команда.' : null,
  cure: null,
  reporter: person,
  handledBy: given.status === 'resolved' ? person : null,
  knowledgeItem:
    index === 3
      ? null
      : {
          __typename: 'KnowledgeItem',
          id: index < 2 ? '2' : '4',
          titleRu: index < 2 ? 'Midjourney' : 'Convai: персонажи с искусственным интеллектом',
          titleEn: index < 2 ? 'Midjourney' : 'Convai: characters with artificial intelligence',
          sourceUrl: 'https://www.midjourney.com/',
        },
}));

const counts = {
  __typename: 'SyncCounts',
  seen: 460,
  new: 3,
  changed: 12,
  unchanged: 440,
  removed: 2,
  failed: 3,
} as const;

const run: SyncRunFragment = {
  __typename: 'SyncStatus',
  state: 'finished',
  source: 'raindrop',
  configuredSource: 'raindrop',
  expected: 460,
  startedAt: at,
  finishedAt: at,
  startedBy: 'schedule',
  error: null,
  errorReason: null,
  needsConfirmation: false,
  nextRunAt: '2026-12-21T10:30:00Z',
  counts,
  failures: [],
};

export const runs = {
  running: {
    ...run,
    state: 'running',
    finishedAt: null,
    counts: { ...counts, seen: 120 },
    startedBy: 'Игорь Волков',
  },
  failed: {
    ...run,
    state: 'failed',
    error: 'Raindrop answered 429 for ten minutes.',
    errorReason: 'bookmarksBusy',
    needsConfirmation: true,
    failures: [
      {
        __typename: 'SyncFailure',
        where: 'https://www.midjourney.com/a-rather-long-address/that-has-many-parts/and-goes-on',
        reason: 'The title has more than 500 characters.',
      },
    ],
  },
} satisfies Record<string, SyncRunFragment>;

export const activity: ActivitiesQuery['activity'] = {
  __typename: 'ActivityPage',
  total: 120,
  entries: ['item.notes', 'complaint.status', 'sync.added'].map((action, index) => ({
    __typename: 'Activity',
    id: String(index),
    at,
    runId: index === 2 ? '41' : null,
    isAutomatic: false,
    isByPerson: index < 2,
    action,
    subjectType: 'KnowledgeItem',
    subjectId: '2',
    subjectTitle: index === 1 ? null : 'Convai: персонажи с искусственным интеллектом',
    before: index === 0 ? null : 'new',
    after: index === 0 ? longText : 'resolved',
    // The second is of an account that is gone.
    people: [],
    actor: index === 0 ? person : null,
  })),
};

export const tokens: ToolTokenFragment[] = [
  { name: 'Бот в чате художников', revokedAt: null, lastUsedAt: at },
  { name: 'Отчёт для руководителей направлений', revokedAt: at, lastUsedAt: null },
].map((given, index) => ({
  ...given,
  __typename: 'ApiToken',
  id: String(index),
  prefix: 'lo_pat_ab12',
  scope: index === 0 ? 'write' : 'read',
  isService: false,
  createdAt: at,
  expiresAt: '2027-02-20T10:00:00Z',
  createdBy: person,
}));

export const webhooks: ToolWebhookFragment[] = [
  {
    __typename: 'Webhook',
    id: '1',
    url: 'https://tools.example.com/a-long-way-to-the-place-where-they-want-to-hear-of-it/hook',
    kinds: ['item_added', 'item_changed', 'data_rules_changed'],
    isOn: true,
    formerUntil: '2027-02-20T10:00:00Z',
    goneAt: null,
    pausedUntil: null,
    waiting: 3,
    dead: 1,
  },
];
const deliveryStates = ['waiting', 'dead', 'delivered', 'withheld'] as const;
export const webhookDeliveries: ToolDeliveryFragment[] = deliveryStates.map((state, index) => ({
  __typename: 'WebhookDelivery',
  id: String(index),
  kind: 'item_changed',
  subject: 'item 1',
  knowledgeItem: null,
  at,
  state,
  tries: index + 1,
  nextTryAt: state === 'waiting' ? at : null,
  status: state === 'dead' ? 500 : null,
  failure: state === 'dead' ? 'status' : null,
}));

export const demoNow: DemoPartsFragment = {
  __typename: 'DemoState',
  isLoaded: true,
  items: 160,
  people: 26,
  choice: null,
  isQuestionOpen: true,
  canLoad: true,
};

const touched: DemoTouchedFragment = {
  __typename: 'DemoTouchedItem',
  id: '2',
  titleRu: 'Midjourney: изображения по описанию',
  titleEn: null,
  likes: 24,
  useCases: 5,
  complaints: 1,
  accessRequests: 2,
  hasNotes: true,
  own: null,
};

export const waitingAccess: AccessCaseRowFragment[] = (['requested', 'approved'] as const).map(
  (status, index) => ({
    __typename: 'AccessCase',
    request: {
      __typename: 'AccessRequest',
      id: String(index + 1),
      service: ['Convai: персонажи с искусственным интеллектом', 'Midjourney'][index]!,
      subscriptionType: 'enterprise',
      features: 'Ревью кода в команде сервера, двенадцать человек, до конца квартала.',
      needsTesting: index === 0,
      dataClasses: index === 0 ? ['source_code', 'unreleased_art', 'player_data'] : [],
      status,
      waits: true,
      version: index,
      createdAt: '2026-11-01T10:00:00Z',
      dueAt: index === 0 ? '2026-11-04T10:00:00Z' : '2999-11-04T10:00:00Z',
      word: index === 0 ? 'На сколько человек и до какого числа?' : null,
      answer: index === 0 ? 'На двенадцать, до конца квартала.' : null,
      expiresAt: null,
      knowledgeItem: { __typename: 'KnowledgeItem', id: '2' },
    },
    requester: {
      __typename: 'Person',
      id: '5',
      name: 'Константин Константинопольский',
      company: { __typename: 'Company', key: 'lighthourgames', name: 'Light Hour Games' },
    },
    decidedBy: index === 1 ? { __typename: 'Person', id: '6', name: 'Мария' } : null,
    acts: index === 0 ? ['approve', 'ask', 'decline'] : ['grant', 'decline'],
  }),
);

export const demoRemoval: DemoGoingFragment = {
  __typename: 'DemoRemoval',
  items: 158,
  people: 24,
  peopleStaying: 2,
  useCases: 215,
  likes: 1199,
  complaints: 8,
  likesPutAside: 3,
  moves: [{ ...touched, id: '3', own: { __typename: 'DemoOwnItem', id: '500' } }],
  stays: [touched],
};

const importCounts = {
  __typename: 'SyncCounts',
  seen: 410,
  new: 380,
  changed: 3,
  unchanged: 27,
  removed: 0,
  failed: 1,
} as const;

export const madeImports: MadeImportsQuery['imports'] = [
  {
    __typename: 'PastImport',
    id: '7',
    finishedAt: at,
    startedBy: person.name,
    undoneAt: null,
    itemsLeft: 380,
    counts: importCounts,
  },
  {
    __typename: 'PastImport',
    id: '6',
    finishedAt: at,
    startedBy: 'command line',
    undoneAt: at,
    itemsLeft: 0,
    counts: importCounts,
  },
];

const stayReasons = [
  'used',
  'described',
  'reported',
  'requested',
  'noted',
  'merged',
  'synced',
  'changed',
  'used',
  'noted',
] as const;

export const undoImport: UndoOneImportMutation['undoImport'] = {
  __typename: 'ImportUndo',
  removed: 368,
  demoBack: 2,
  differencesClosed: 0,
  stayedCount: 12,
  stayed: stayReasons.map((reason, at) => ({
    __typename: 'StayedService',
    id: String(at + 1),
    titleRu:
      at === 1
        ? 'Достопримечательности: озвучивание-персонажей-игр-длинным-словом'
        : `Свой инструмент ${at + 1}`,
    titleEn: null,
    reason,
  })),
};

const bookmark: LookedAtRowFragment = {
  __typename: 'ImportRow',
  key: '1',
  kind: 'new',
  title: 'Own tool, with a rather long title that goes on',
  url: 'https://own.example.com/',
  tags: ['own'],
  differences: [],
  twin: null,
  givesWay: null,
};

export const previewImport: LookAtImportQuery['previewImport'] = {
  __typename: 'ImportPreview',
  counts: {
    __typename: 'ImportCounts',
    new: 380,
    changed: 1,
    sameAddress: 1,
    sameName: 0,
    known: 28,
    unreadable: 1,
    gone: 0,
    givingWay: 1,
  },
  rows: [
    {
      ...bookmark,
      givesWay: { __typename: 'ImportTwin', id: '5', titleRu: 'Сервис из демо', titleEn: null },
    },
    { ...bookmark, key: '2', kind: 'changed', differences: ['title_changed', 'tags_changed'] },
    {
      ...bookmark,
      key: '3',
      kind: 'sameAddress',
      twin: { __typename: 'ImportTwin', id: '9', titleRu: 'Тот же сервис', titleEn: null },
    },
  ],
  unreadable: [{ __typename: 'SyncFailure', where: 'line 12', reason: 'the address is missing' }],
  newTags: ['own', 'свои'],
  newTagsCount: 2,
};
