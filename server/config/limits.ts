// Limits of the server: sizes, rates, timeouts and retention. Constants of one part alone stand in that part.
import {
  dayMs as day,
  hourMs as hour,
  minuteMs as minute,
  secondMs as second,
} from '../shared/durations.ts';

/** All limits. Times are milliseconds unless the name says otherwise; sizes are bytes; texts are characters. */
export const limits = {
  /** Sizes of what a request may carry. */
  request: {
    /** A JSON body. */
    bodyBytes: 100_000,
    /** A body with bookmark exports of an admin. */
    uploadBytes: 16_000_000,
    /** Path and query together. */
    urlBytes: 8_192,
    /** All headers together; the same as Node's own default. */
    headerBytes: 16_384,
    /** Nesting of free-form JSON, for example the metadata of a log entry. */
    jsonDepth: 10,
    /** Nesting of a JSON body: recursive readers would overflow the stack. */
    bodyDepth: 50,
  },
  /** Lengths of texts that people write. */
  text: {
    useCase: 5_000,
    complaintComment: 2_000,
    /** Comment of a proposal, and the admin's answer. */
    proposalComment: 1_000,
    proposalAnswer: 1_000,
    accessFeatures: 2_000,
    /** Reasons, questions and answers of an access request. */
    accessWord: 1_000,
    subscriptionPlan: 100,
    subscriptionNote: 2_000,
    adminNote: 5_000,
    disableReason: 500,
    search: 200,
    loadoutTitle: 100,
    loadoutDescription: 1_000,
    /** Purpose of a service in a loadout. */
    loadoutReason: 200,
    /** A task phrase of an item. */
    task: 80,
    /** A word of a pair of synonyms. */
    synonym: 100,
    /** Name of a custom concept. */
    conceptName: 60,
    /** Id of a concept of the thesaurus. */
    conceptId: 60,
    /** A line of a data rule (condition, fact, owner), and the address of a source. */
    ruleLine: 300,
    ruleSource: 2_000,
    /** An imported table of data rules. */
    rulesTable: 2_000_000,
    /** Text of an incident, in each language. */
    incident: 1_000,
    /** Question of a pilot, and reason of a stage, in each language. */
    stage: 1_000,
    /** Name of an uploaded file. */
    fileName: 200,
    email: 254,
    companyName: 60,
    companyKey: 40,
    /** Name of an API token. */
    tokenName: 100,
    /** Name of a person. */
    personName: 200,
    /** An authorization code, a sign-in token or a bearer token. */
    credential: 4_096,
    /** An entry of the client log and its metadata, truncated to this. */
    logEntryBytes: 8_192,
    logMetadataBytes: 8_192,
  },
  /** An external bookmark; a larger one is reported as unreadable. */
  bookmark: {
    title: 1_000,
    /** Excerpt and note, each. */
    text: 10_000,
    tag: 200,
    addressBytes: 8_192,
    /** A row of a table with all its cells, which is parsed at once. */
    rowCharacters: 300_000,
    /** An export file. */
    fileBytes: 64_000_000,
  },
  /** One GraphQL operation. */
  graphql: {
    queryBytes: 10_000,
    tokens: 1_000,
    depth: 8,
    /** Root fields, aliases included. */
    rootFields: 15,
    fragments: 30,
    /** Fields, with those of fragments. */
    selections: 2_000,
    /** Repetitions of one name in a selection: validation compares each pair. */
    repeats: 12,
    /** Objects of the response, computed from the operation and its variables. */
    cost: 5_500,
    /** A response over GraphQL. */
    answerBytes: 1_000_000,
    validationErrors: 5,
    /** Cache of parsed documents: number, and length of their texts together. */
    keptDocuments: 300,
    keptCharacters: 200_000,
    /** Cache of costs, by document and by the numbers and booleans among its variables. */
    keptCosts: 1_000,
    /** All operations of a request together; a mutation that has begun is finished. */
    timeMs: 10 * second,
  },
  /** A response over REST: the longest list holds 500 items with likers, experts and use cases. */
  rest: { answerBytes: 5_000_000 },
  /** Responses over MCP in characters of JSON: an agent pays for all it reads. */
  mcp: {
    /** Messages of one batch. */
    batch: 10,
    /** Services of one search. */
    perSearch: 20,
    /** Default length of a search response, and greatest length of any other. */
    searchCharacters: 6_000,
    answerCharacters: 30_000,
    /** Name and address of an item in a list. */
    name: 80,
    address: 100,
    /** Description and use case of a single item. */
    description: 4_000,
    useCase: 700,
    /** Most used tags. */
    tags: 200,
    /** Cache time of the lists of tools and prompts, which change only with the version of the server. */
    freshMs: 5 * minute,
    /** Cache time of the public server card. */
    cardMs: hour,
  },
  /** A legal text as a file. */
  legalTextBytes: 500_000,
  /** Lengths of lists without pages, and of requests with many ids. `@cost(list:)` and the schema's descriptions name these. */
  lists: {
    /** People beside the number of likes; further ones are paged. */
    likers: 20,
    experts: 100,
    useCasesOfExpert: 20,
    useCasesOfItem: 100,
    useCasesOfPerson: 500,
    tags: 500,
    /** Tags of one item. */
    tagsOfItem: 100,
    /** Task phrases of one item in each language. */
    tasksOfItem: 10,
    /** Groups of duplicates in a list, and merges in one request. */
    duplicates: 100,
    tagsMerged: 50,
    /** Tags named in one request, and tags in one question to the language model. */
    tagsNamed: 100,
    suggestedTagNames: 40,
    mergesAtOnce: 100,
    merges: 100,
    /** Suggestions of a search box (specification, section 9). */
    suggestedTags: 8,
    suggestedItems: 3,
    suggestedConcepts: 4,
    /** Concepts of one search. */
    searchedConcepts: 4,
    /** Concepts named or counted in one call: the wizard asks for all its tasks. */
    concepts: 200,
    /** Similar items after few exact results. */
    near: 6,
    /** Data rules changed in one call, and rows of a table of rules. */
    dataRulesAtOnce: 500,
    dataRulesTable: 20_000,
    /** Rows of a table of tag names. */
    tagNamesTable: 100_000,
    /** Reported errors of such a table. */
    dataRulesTableErrors: 100,
    /** Previewed changes of such a table. */
    dataRulesShown: 20,
    /** Page of an item: use cases, people to ask, concepts and alternatives. */
    recommendedUseCases: 10,
    expertsToAsk: 6,
    conceptsOfItem: 6,
    alternatives: 3,
    /** Items compared side by side. */
    compared: 4,
    likedItems: 500,
    /** Services of a loadout, and loadouts on the page of a service. */
    loadoutItems: 30,
    loadoutsOfItem: 5,
    /** People who use most of a loadout, and taken loadouts on the dashboard. */
    loadoutColleagues: 6,
    loadoutsTaken: 3,
    itemsOfAddress: 500,
    /** Similar pages in the answer whether a page is in the catalogue. */
    nearAddress: 5,
    complaints: 500,
    ownComplaints: 100,
    ownAccessRequests: 100,
    /** Access requests of an approver, and approvers of a company. */
    accessRequestsToDecide: 500,
    approversOfCompany: 20,
    /** Subscriptions of a list or of a table, and people with granted access. */
    subscriptions: 1_000,
    accessHolders: 500,
    proposals: 500,
    ownProposals: 100,
    catalogueGaps: 300,
    searchAlerts: 100,
    feedEntries: 50,
    webhooks: 20,
    /** Latest deliveries of one webhook. */
    webhookDeliveries: 100,
    differences: 500,
    /** Inconsistencies decided or undone in one request. */
    decisions: 100,
    companies: 200,
    /** Names that a connection test shows, such as collections. */
    testedNames: 50,
    domainsOfCompany: 50,
    sessions: 100,
    apiTokens: 100,
    synonyms: 2_000,
    /** Added words of concepts, custom concepts, and words of one of them in each language. */
    customSynonyms: 1_000,
    customConcepts: 300,
    wordsOfConcept: 20,
    /** Concepts found by name. */
    foundConcepts: 20,
    searchesWithoutResults: 500,
    demoAccounts: 50,
    /** Rows of each kind on a page of an import preview. */
    importRows: 100,
    /** Folders of an import to choose from, and groups of its rows by folder, kind and privacy. */
    importFolders: 300,
    importGroups: 3_000,
    /** Remarks of an import preview; its report has all. */
    importRemarks: 100,
    /** Latest imports. */
    imports: 20,
    /** Demo items that real people have used. */
    demoItems: 200,
    /** Unreadable bookmarks of a run. */
    unreadableBookmarks: 100,
  },
  catalogue: {
    /** Age up to which an item is new. */
    newDays: 30,
    /** Neighbours in the index on each side of an address, among which the nearest are searched. */
    addressesAround: 50,
  },
  /** Import previews, one after another in a process. */
  imports: {
    /** Queued previews. */
    looksWaiting: 3,
    /** Longest wait in the queue. */
    lookWaitMs: 7 * second,
    /** Longest duration of one. */
    lookMs: 10 * second,
  },
  /** A connection test of the set-up page. */
  setup: { testMs: 8 * second },
  /** Age from which the last backup counts as old. */
  backup: { freshMs: 7 * day },
  /** Time in which a merge can be undone. */
  merge: { undoDays: 30 },
  /** Pages of a list; `page` counts from 0. */
  page: { perPageMax: 100, pageMax: 10_000 },
  /** Data embedded in a page; without them the page queries them itself. */
  firstPage: { ms: 1_500, bytes: 200_000 },
  /** Rate limits per signed-in user, or per address (IPv6: per /64) for a visitor. */
  rates: {
    signIn: { points: 10, windowMs: minute },
    /** Questions to the language model: analyses, and checks of a written use case, which is saved without an answer too. */
    analyze: { points: 10, windowMs: minute },
    analyzePerDay: { points: 100, windowMs: day },
    /** Questions to the embedding model: a search past it is answered by words alone. */
    embedding: { points: 60, windowMs: minute },
    write: { points: 60, windowMs: minute },
    read: { points: 600, windowMs: minute },
    image: { points: 300, windowMs: minute },
    log: { points: 60, windowMs: minute },
    /** Client log entries of all visitors together. */
    visitorLog: { points: 300, windowMs: minute },
    /** Files of the page, by address for everybody, since many people may share one. */
    file: { points: 6_000, windowMs: minute },
    mail: { points: 5, windowMs: hour },
    setUp: { points: 10, windowMs: minute },
    complaint: { points: 20, windowMs: hour },
    proposal: { points: 20, windowMs: hour },
    ask: { points: 20, windowMs: hour },
    /** Questions to the Telegram bot: an inline query is sent at every pause of the typing. */
    botQuestion: { points: 50, windowMs: minute },
    /** Messages of the bot that there were too many: Telegram refuses a bot that writes to a chat too often. */
    botRefusal: { points: 1, windowMs: minute },
  },
  /** Points of `read` that a page costs a visitor, as much as its processor time. */
  visitorPageReads: 5,
  /** Delay of the refusal of a visitor over the rate limit, and delayed refusals at the same time in a process. */
  refusal: { holdMs: 2 * second, heldAtOnce: 1_000 },
  /** Cache of items. */
  cards: { kept: 10_000 },
  /** The proxy for foreign images. */
  imageProxy: {
    bytes: 5_000_000,
    redirects: 3,
    connectMs: 3 * second,
    totalMs: 10 * second,
    /** Pixels by the memory that decoding a format takes. */
    pixels: { scan: 24_000_000, rows: 8_000_000, whole: 4_000_000, twice: 3_000_000 },
    /** Longest wait for a turn. */
    waitMs: 20 * second,
    atOnce: 64,
    atOncePerUser: 4,
    ports: [80, 443],
  },
  /** Pictures from the sites of items. */
  sitePictures: {
    /** Time until a site is read again, as for a working link. */
    freshMs: 7 * day,
    /** First wait after a failure, doubled each time up to `freshMs`. */
    retryMs: hour,
    /** Lease of one read. */
    lookMs: 2 * minute,
    hostsAtOnce: 4,
    /** Items of one round. */
    perRound: 1_000,
    /** Pictures tried of one page. */
    tries: 5,
    /** Read bytes of a page, of which only the head is needed. */
    pageBytes: 1_000_000,
    /** Shortest edge of a picture in pixels, which excludes tracking pixels and strips. */
    edge: 32,
  },
  /** Pages that data rules quote. */
  sourceWatch: {
    /** A larger page, or one with more text, is not watched. */
    pageBytes: 2_000_000,
    textBytes: 400_000,
    /** Characters of a sentence that are compared. */
    sentenceCharacters: 5_000,
    /** Pages of one round. */
    perRound: 500,
    /** Changed sentences of a change, and characters of each. */
    changedSentences: 10,
    shownCharacters: 500,
    /** Changes that are kept of a page. */
    changesPerPage: 10,
    /** Daily readings in a row before a page counts as gone, or a text of less than this share is believed. */
    missesToBelieve: 3,
    incompleteShare: 1 / 3,
    /** Time for which a site is left alone that does not want to be read. */
    refusedMs: 30 * day,
    /** Time for which a page is known that no rule quotes any more. */
    unusedKeptMs: 7 * day,
  },
  /** Link checks. */
  links: {
    /** One response. */
    answerMs: 8 * second,
    /** One link with its redirects. */
    totalMs: 20 * second,
    redirects: 5,
    hostsAtOnce: 8,
    /** Longest wait that a site may ask for. */
    retryAfterMs: 7 * day,
    /** Hosts whose wait is remembered. */
    waitingHosts: 1_000,
    /** Time in which an hourly round begins checks. */
    roundMs: 20 * minute,
  },
  /** Calls to external services. */
  upstream: {
    connectMs: 3 * second,
    raindropMs: 15 * second,
    languageModelMs: 30 * second,
    /** A batch of texts; queries have a shorter limit. */
    embeddingsMs: 30 * second,
    mailMs: 10 * second,
    telegramMs: 10 * second,
    signInProviderMs: 10 * second,
    /** Repeats after the first try, with jitter, and only where a repeat is safe. */
    retries: 2,
    /** Failures in a row after which the circuit breaker opens … */
    breakerFailures: 5,
    /** … and time after which it lets the next call through. */
    breakerOpenMs: 30 * second,
    /** Many decisions in one request: the bookmarks provider takes 120 calls a minute, two for each. */
    manyDecisionsMs: 20 * second,
  },
  /** Texts of one kind that one round translates. */
  translationsPerRound: 200,
  /** Task phrases by the language model: fewest in each language, and items of one round. */
  writtenTasks: { least: 8, itemsPerRun: 200 },
  /** Retry of a translation: first wait, doubled each time, and longest wait. */
  translationRetry: { firstMs: 5 * minute, maxMs: day },
  /** Sessions and sign-in. */
  session: {
    idleMs: day,
    absoluteMs: 14 * day,
    /** Life of a direct-access token. */
    directAccessMs: 5 * minute,
    /** Life of a token that connects Telegram with an account. */
    telegramLinkMs: 10 * minute,
    /** Time in which page and bot show the outcome of a connection with Telegram. */
    telegramNoticeMs: 30 * day,
    /** Age up to which a sign-in allows a change of access, such as another Telegram. */
    freshMs: 10 * minute,
    /** Life of a sign-in that was begun and not completed. */
    signInAttemptMs: 10 * minute,
    /** Sign-ins that one browser can have begun at once, in several tabs. */
    signInAttempts: 5,
    /** Stored length of a User-Agent header. */
    userAgent: 512,
  },
  /** Access requests. */
  accessRequest: {
    /** Time after which the mail of a request counts as failed. */
    givenUpMs: 2 * day,
    /** Days in which it should be decided, without Saturdays and Sundays. */
    dueWorkingDays: 3,
    /** Longest grant. */
    longestDays: 1_096,
    /** Life of the buttons of a message to approvers. */
    buttonsMs: 14 * day,
    /** Characters of a name, of a text and of a list of services in such a message, which may have 4,096. */
    inMessage: { name: 200, said: 900, services: 1_500 },
  },
  /** Answers of the Telegram bot to questions about services. */
  botQuestion: {
    /** Characters of a question that are read: as many as Telegram sends of an inline query. */
    text: 256,
    /** Characters of an answer, as many as Telegram takes. */
    message: 4_096,
    /** Services of an inline answer, of a list, and beside the best one. Telegram takes 50. */
    inlinePage: 10,
    listed: 5,
    others: 3,
    /** Characters of a title, and of the description of an inline answer. */
    title: 120,
    description: 250,
  },
  /** Subscriptions, and reviews of granted access. */
  subscriptions: {
    seats: 100_000,
    /** In minor units of the currency. */
    pricePerSeat: 1_000_000_000,
    noticeDays: 730,
    /** Days before the end of the notice period at which owner and approvers are reminded. */
    reminderDays: [60, 30, 7],
    /** Days after which access without a mark and a use case counts as unused. */
    idleDays: 60,
    /** Reminders of a question whether access is still needed, and days before each and after the last one. */
    reviewReminders: 2,
    reviewReminderDays: 5,
  },
  /** Insights: days of a period, the least number of people that approvers are told, and lengths of lists. */
  insights: { periods: [30, 90, 365], fewestPeople: 5, trends: 6, withoutUseCase: 10, topGaps: 10 },
  /** Personal loadouts of one person, and the time in which the deletion of a loadout can be undone. */
  loadout: { personalPerPerson: 20, restorableMs: hour },
  /** Open proposals of one person. */
  proposal: { openPerPerson: 20 },
  /** Catalogue gaps and search alerts. */
  catalogueGap: {
    /** Days in which searches count. */
    countedDays: 30,
    /** Shown comments of a gap. */
    words: 5,
    watchedPerPerson: 20,
    /** Cache of searches that were counted that day. */
    rememberedSearches: 5_000,
    /** Search alerts of one round. */
    lookedAtOnce: 500,
    /** Time for which a fired alert stays in the list. */
    toldMs: 90 * day,
  },
  /** Attempts to store a complaint when the open one of its kind is closed concurrently. */
  complaint: { maxTries: 5 },
  /** Attempts to add tags that are removed concurrently. */
  addedTags: { maxTries: 10 },
  /** Time in which the deletion of a use case can be undone. */
  useCaseRestorableMs: hour,
  /** Retention of closed complaints, access requests and proposals. */
  closedKeptMs: 366 * day,
  /** Size at which the client log file is rotated. */
  clientLogFileBytes: 10_000_000,
  /** API tokens. */
  apiToken: {
    maxDays: 365,
    /** Valid tokens of one person. */
    perPerson: 10,
    /** Valid service tokens. */
    services: 100,
    /** Retention of acts through tokens in the audit log. */
    actsKeptMs: 366 * day,
  },
  /** Retention of the outbox, and greatest lag of its readers. */
  events: { keptMs: 90 * day },
  notifications: {
    keptMs: 90 * day,
    /** Digest message: characters of a name and of a text, lines, and characters in all. Telegram takes 4,096. */
    inMessage: { name: 200, said: 900, lines: 20, all: 3_800 },
    /** Waits after failed attempts; after the last one the next message is tried. The first is longer than an attempt. */
    retryMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    /** Duration of one round. */
    roundMs: 30 * second,
    /** People of one batch. */
    atOnce: 50,
  },
  /** Days before the review of a rule at which its owners are notified. */
  dataRules: { reviewSoonDays: 14 },
  /** Open incidents of a service, and companies named by one. */
  incidents: { openPerItem: 5, companies: 50 },
  /** Testers of a pilot, its longest duration, decisions that are shown, and ended pilots in a list. */
  stages: { testers: 30, pilotDays: 365, history: 10, waiting: 50 },
  /** Notification streams of open pages. */
  stream: {
    /** A further stream of a person ends the oldest one. */
    perPerson: 3,
    perProcess: 1_000,
    /** Interval of keep-alive messages, which also check the rights and read new notifications. */
    beatMs: 25 * second,
    /** Life of a stream, after which the page opens another. */
    lifeMs: 5 * minute,
    /** Notifications of one read. */
    portion: 50,
  },
  /** Webhooks. */
  webhook: {
    /** Characters of an address. */
    url: 2_000,
    /** A message; a longer one leaves out the texts before and after. */
    payloadBytes: 20_000,
    /** One attempt with connection and response. */
    totalMs: 10 * second,
    port: 443,
    /** Waits after failed attempts; after the last one the delivery has failed. The first is longer than an attempt. */
    retryMs: [
      30 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      day,
    ],
    /** Longest pause that a receiver can ask for (Retry-After). */
    pauseMs: day,
    /** Concurrent deliveries to one receiver, of different subjects. */
    atOnce: 10,
    /** Duration of one round. */
    roundMs: 20 * second,
    /** Time in which a former secret signs beside the new one. */
    formerSecretMs: day,
  },
  search: {
    /** Cache of texts for highlighting: some hundreds of items. */
    readTextBytes: 16_000_000,
    /** Cache of item texts for match reasons. */
    keptDocumentBytes: 12_000_000,
  },
  /** The embedding model. */
  embeddings: {
    /** Time limit for the vector of a query, in ms. */
    queryMs: 400,
    /** Cache of the vectors of queries. */
    keptQueries: 1_000,
    /** Characters of an item's text, and of one that the model refuses as too long. */
    textCharacters: 6_000,
    shortCharacters: 1_000,
    /** Texts of one call. */
    batch: 32,
    answerBytes: 16_000_000,
    maxDimension: 8_192,
    /** Waits before a failed call is repeated; then the round ends. */
    retryMs: [500, 2 * second],
    /** Pause after a failed round, doubled each time. */
    firstPauseMs: minute,
    maxPauseMs: 15 * minute,
  },
  /** Retention of searches without results. */
  searchDays: 366,
  /** Stored different texts of a day, so that nobody can fill the table. */
  searchTextsPerDay: 1_000,
  /** The database's connections. */
  database: {
    poolMax: 10,
    /** Connections past a pooler for session-level locks: a sync run, and a second one that waits. */
    sessions: 3,
    /** Connections of the job queue, of which two listen. */
    jobs: 5,
    acquireMs: 3 * second,
    statementMs: 5 * second,
    /** A sync run compares the whole catalogue in one transaction. */
    syncStatementMs: 60 * second,
    idleInTransactionMs: 10 * second,
  },
  /** The HTTP server. */
  server: {
    headersMs: 10 * second,
    /** A body, but for uploads. */
    requestMs: 10 * second,
    /** Longest pause and least rate of an upload, which has no other limit of time. */
    uploadIdleMs: 20 * second,
    uploadBytesPerSecond: 10_000,
    keepAliveMs: 5 * second,
    /** Interval of checks for connections over these limits. */
    lookMs: second,
    /** Longest time without traffic on a connection that is being answered. */
    stillMs: 2 * minute,
    /** Longest duration of a graceful shutdown. */
    drainMs: 10 * second,
    /** Part of it for the work after the last request, such as closing the database. */
    restMs: 2 * second,
  },
} as const;

/** Limits that the client needs, generated into client/limits/generated.ts. */
export const clientLimits = {
  caseText: limits.text.useCase,
  complaintComment: limits.text.complaintComment,
  proposalComment: limits.text.proposalComment,
  proposalAnswer: limits.text.proposalAnswer,
  accessFeatures: limits.text.accessFeatures,
  accessWord: limits.text.accessWord,
  accessDays: limits.accessRequest.longestDays,
  approversOfCompany: limits.lists.approversOfCompany,
  disableReason: limits.text.disableReason,
  apiTokenDays: limits.apiToken.maxDays,
  tokenName: limits.text.tokenName,
  synonym: limits.text.synonym,
  telegramLinkMs: limits.session.telegramLinkMs,
  search: limits.text.search,
  ruleLine: limits.text.ruleLine,
  incident: limits.text.incident,
  stage: limits.text.stage,
  pilotDays: limits.stages.pilotDays,
  tagName: limits.bookmark.tag,
  compared: limits.lists.compared,
  tagsNamed: limits.lists.tagsNamed,
  loadoutTitle: limits.text.loadoutTitle,
  loadoutDescription: limits.text.loadoutDescription,
  loadoutReason: limits.text.loadoutReason,
  loadoutItems: limits.lists.loadoutItems,
  personalLoadouts: limits.loadout.personalPerPerson,
  suggestedTagNames: limits.lists.suggestedTagNames,
  /** All files together; as base64 in JSON they fit into a body as well. */
  importBytes: (limits.request.uploadBytes / 4) * 3,
} as const;
