// Limits of the server: sizes, rates, timeouts and retention. Constants that only one module needs are in that module.
import {
  dayMs as day,
  hourMs as hour,
  minuteMs as minute,
  secondMs as second,
} from '../shared/durations.ts';

/** All limits. Times are milliseconds unless the name says otherwise; sizes are bytes; texts are characters. */
export const limits = {
  request: {
    bodyBytes: 100_000,
    /** A body with an admin's bookmark export. */
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
  /** Lengths of texts that people enter. */
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
    /** Purpose of an item in a loadout. */
    loadoutReason: 200,
    /** A task phrase of an item. */
    task: 80,
    /** A word of a pair of synonyms. */
    synonym: 100,
    conceptName: 60,
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
    fileName: 200,
    email: 254,
    companyName: 60,
    companyKey: 40,
    tokenName: 100,
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
    answerBytes: 1_000_000,
    validationErrors: 5,
    /** Cache of parsed documents: their number, and the characters of all together. */
    keptDocuments: 300,
    keptCharacters: 200_000,
    /** Cache of costs by document and by its numeric and boolean variables. */
    keptCosts: 1_000,
    /** All operations of a request together; a mutation that has begun is completed. */
    timeMs: 10 * second,
  },
  /** A response over REST: the longest list holds 500 items with likers, experts and use cases. */
  rest: { answerBytes: 5_000_000 },
  /** Responses over MCP in characters of JSON, since agents pay for every token. */
  mcp: {
    batch: 10,
    /** Items of one search. */
    perSearch: 20,
    /** Default length of a search response, and maximum length of any other response. */
    searchCharacters: 6_000,
    answerCharacters: 30_000,
    /** Name and address of an item in a list. */
    name: 80,
    address: 100,
    /** Description and use case of a single item. */
    description: 4_000,
    useCase: 700,
    tags: 200,
    /** Cache time of the lists of tools and prompts, which change only with the version of the server. */
    freshMs: 5 * minute,
    /** Cache time of the public server card. */
    cardMs: hour,
  },
  legalTextBytes: 500_000,
  /**
   * Lengths of lists without pages and of requests with many ids. `@cost(list:)` and descriptions in the schema name
   * these.
   */
  lists: {
    /** People shown beside the number of likes; further ones are paged. */
    likers: 20,
    experts: 100,
    useCasesOfExpert: 20,
    useCasesOfItem: 100,
    useCasesOfPerson: 500,
    tags: 500,
    tagsOfItem: 100,
    /** Task phrases of an item in each language. */
    tasksOfItem: 10,
    /** Groups of duplicates in a list, and merges in one request. */
    duplicates: 100,
    tagsMerged: 50,
    /** Tags named in one request, and tags in one request to the language model. */
    tagsNamed: 100,
    suggestedTagNames: 40,
    mergesAtOnce: 100,
    merges: 100,
    /** Suggestions of a search box (specification, section 9). */
    suggestedTags: 8,
    suggestedItems: 3,
    suggestedConcepts: 4,
    searchedConcepts: 4,
    /** Concepts named or counted in one call; the wizard requests all its tasks at once. */
    concepts: 200,
    /** Similar items after few exact results. */
    near: 6,
    /** Data rules changed in one call, and rows of an imported table of rules. */
    dataRulesAtOnce: 500,
    dataRulesTable: 20_000,
    tagNamesTable: 100_000,
    dataRulesTableErrors: 100,
    dataRulesShown: 20,
    /** Page of an item: use cases, people to ask, concepts and alternatives. */
    recommendedUseCases: 10,
    expertsToAsk: 6,
    conceptsOfItem: 6,
    alternatives: 3,
    compared: 4,
    likedItems: 500,
    /** Items of a loadout, and loadouts on the page of an item. */
    loadoutItems: 30,
    loadoutsOfItem: 5,
    /** People who use most of a loadout, and taken loadouts on the dashboard. */
    loadoutColleagues: 6,
    loadoutsTaken: 3,
    itemsOfAddress: 500,
    /** Similar pages in the answer to whether a page is in the catalogue. */
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
    webhookDeliveries: 100,
    differences: 500,
    decisions: 100,
    companies: 200,
    /** Names that a connection test shows, such as collections. */
    testedNames: 50,
    domainsOfCompany: 50,
    sessions: 100,
    apiTokens: 100,
    synonyms: 2_000,
    /** Added words of concepts, custom concepts, and words of a custom concept in each language. */
    customSynonyms: 1_000,
    customConcepts: 300,
    wordsOfConcept: 20,
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
    imports: 20,
    /** Demo items that real people have used. */
    demoItems: 200,
    unreadableBookmarks: 100,
  },
  catalogue: {
    /** Age up to which an item is new. */
    newDays: 30,
    /** Neighbours in the index on each side of an address, searched for the most similar addresses. */
    addressesAround: 50,
  },
  /** Import previews, which a process makes one after another. */
  imports: {
    looksWaiting: 3,
    lookWaitMs: 7 * second,
    /** Longest duration of a preview. */
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
  /** Data embedded in a page; without them the page queries its data itself. */
  firstPage: { ms: 1_500, bytes: 200_000 },
  /** Rate limits per signed-in user, or per address (IPv6: per /64) for a visitor. */
  rates: {
    signIn: { points: 10, windowMs: minute },
    /**
     * Calls of the language model: analyses, and checks of use cases. Without an answer the use case is saved
     * unchecked.
     */
    analyze: { points: 10, windowMs: minute },
    analyzePerDay: { points: 100, windowMs: day },
    /** Calls of the embedding model. A search over this limit matches words only. */
    embedding: { points: 60, windowMs: minute },
    write: { points: 60, windowMs: minute },
    read: { points: 600, windowMs: minute },
    image: { points: 300, windowMs: minute },
    log: { points: 60, windowMs: minute },
    /** Client log entries of all visitors together. */
    visitorLog: { points: 300, windowMs: minute },
    /** Files of the client, per address for everybody, since many people may share an address. */
    file: { points: 6_000, windowMs: minute },
    mail: { points: 5, windowMs: hour },
    setUp: { points: 10, windowMs: minute },
    complaint: { points: 20, windowMs: hour },
    proposal: { points: 20, windowMs: hour },
    ask: { points: 20, windowMs: hour },
    /** Questions to the Telegram bot: clients send an inline query at every pause in typing. */
    botQuestion: { points: 50, windowMs: minute },
    /** Refusals that the bot sends; Telegram refuses a bot that writes to a chat too often. */
    botRefusal: { points: 1, windowMs: minute },
  },
  /** Points of `read` for a page of a visitor, in proportion to its processor time. */
  visitorPageReads: 5,
  /** Delay of refusals to a visitor over the rate limit, and concurrent delayed refusals in a process. */
  refusal: { holdMs: 2 * second, heldAtOnce: 1_000 },
  cards: { kept: 10_000 },
  imageProxy: {
    bytes: 5_000_000,
    redirects: 3,
    connectMs: 3 * second,
    totalMs: 10 * second,
    /** Maximum pixels, by the memory that decoding a format takes. */
    pixels: { scan: 24_000_000, rows: 8_000_000, whole: 4_000_000, twice: 3_000_000 },
    waitMs: 20 * second,
    atOnce: 64,
    atOncePerUser: 4,
    ports: [80, 443],
  },
  /** Pictures from the sites of items. */
  sitePictures: {
    /** Interval between reads of a site, as for a working link. */
    freshMs: 7 * day,
    /** First wait after a failure, doubled each time up to `freshMs`. */
    retryMs: hour,
    /** Lease of one read. */
    lookMs: 2 * minute,
    hostsAtOnce: 4,
    /** Items of one round. */
    perRound: 1_000,
    /** Pictures tried per page. */
    tries: 5,
    /** Bytes read of a page, of which only the head is needed. */
    pageBytes: 1_000_000,
    /** Shortest edge of a picture in pixels; excludes tracking pixels and banners. */
    edge: 32,
  },
  /** Pages that data rules quote. */
  sourceWatch: {
    /** A larger page, or one with more text, is not watched. */
    pageBytes: 2_000_000,
    textBytes: 400_000,
    /** Characters compared of a sentence. */
    sentenceCharacters: 5_000,
    perRound: 500,
    /** Changed sentences of a change, and characters of each. */
    changedSentences: 10,
    shownCharacters: 500,
    /** Retained changes of a page. */
    changesPerPage: 10,
    /**
     * Failed daily reads in a row after which a page counts as gone; a text below this share of the former one counts
     * as failed too.
     */
    missesToBelieve: 3,
    incompleteShare: 1 / 3,
    /** Pause after a site has refused to be read. */
    refusedMs: 30 * day,
    /** Retention of a page that no rule quotes any more. */
    unusedKeptMs: 7 * day,
  },
  links: {
    answerMs: 8 * second,
    /** One link with its redirects. */
    totalMs: 20 * second,
    redirects: 5,
    hostsAtOnce: 8,
    /** Longest wait that a site can request. */
    retryAfterMs: 7 * day,
    /** Hosts with a remembered wait. */
    waitingHosts: 1_000,
    /** Time in which an hourly round starts checks. */
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
    /** Retries after the first attempt, with jitter, and only where a retry is safe. */
    retries: 2,
    /** Consecutive failures after which the circuit breaker opens. */
    breakerFailures: 5,
    /** Time after which the open circuit breaker lets a call through. */
    breakerOpenMs: 30 * second,
    /** Bulk decisions in one request: the bookmark provider allows 120 calls a minute, and each decision makes two. */
    manyDecisionsMs: 20 * second,
  },
  /** Texts of one kind that a round translates. */
  translationsPerRound: 200,
  /** Task phrases by the language model: minimum in each language, and items of one run. */
  writtenTasks: { least: 8, itemsPerRun: 200 },
  /** Retry of a translation: first wait, doubled each time, and longest wait. */
  translationRetry: { firstMs: 5 * minute, maxMs: day },
  session: {
    idleMs: day,
    absoluteMs: 14 * day,
    directAccessMs: 5 * minute,
    /** Lifetime of a token that connects Telegram with an account. */
    telegramLinkMs: 10 * minute,
    /** Time in which page and bot show the outcome of a Telegram connection. */
    telegramNoticeMs: 30 * day,
    /** Greatest age of a sign-in that allows changes of credentials, such as another Telegram account. */
    freshMs: 10 * minute,
    /** Lifetime of a started sign-in. */
    signInAttemptMs: 10 * minute,
    /** Concurrent sign-ins of one browser, in several tabs. */
    signInAttempts: 5,
    /** Stored length of a User-Agent header. */
    userAgent: 512,
  },
  accessRequest: {
    /** Time after which the mail of a request counts as failed. */
    givenUpMs: 2 * day,
    /** Working days (Monday to Friday) until a request is due. */
    dueWorkingDays: 3,
    /** Time in which an approver can undo a decision; messages about it wait that long. */
    undoMs: minute,
    /** Longest grant. */
    longestDays: 1_096,
    /** Lifetime of the buttons of a message to approvers. */
    buttonsMs: 14 * day,
    /** Characters of a name, a text and a list of items in such a message; Telegram allows 4,096. */
    inMessage: { name: 200, said: 900, services: 1_500 },
  },
  /** Answers of the Telegram bot to questions about services. */
  botQuestion: {
    /** Characters read of a question: the maximum of a Telegram inline query. */
    text: 256,
    /** Characters of an answer: the maximum of a Telegram message. */
    message: 4_096,
    /** Items of an inline answer, of a list, and beside the best match. Telegram allows 50. */
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
    /** Days after which access without a like or use case counts as unused. */
    idleDays: 60,
    /** Reminders of an access review, and days before each and after the last one. */
    reviewReminders: 2,
    reviewReminderDays: 5,
  },
  /** Insights: days of a period, smallest number of people shown to approvers, and lengths of lists. */
  insights: { periods: [30, 90, 365], fewestPeople: 5, trends: 6, withoutUseCase: 10, topGaps: 10 },
  /** Personal loadouts of a person, and time in which a deleted loadout can be restored. */
  loadout: { personalPerPerson: 20, restorableMs: hour },
  proposal: { openPerPerson: 20 },
  catalogueGap: {
    /** Days of searches that are counted. */
    countedDays: 30,
    /** Comments shown for a gap. */
    words: 5,
    watchedPerPerson: 20,
    /** Cache of searches that were already counted on that day. */
    rememberedSearches: 5_000,
    /** Search alerts checked in one round. */
    lookedAtOnce: 500,
    /** Time for which a fired alert stays in the list. */
    toldMs: 90 * day,
  },
  /** Attempts to store a complaint when the open one of its kind is closed concurrently. */
  complaint: { maxTries: 5 },
  /** Attempts to add tags that are removed concurrently. */
  addedTags: { maxTries: 10 },
  /** Time in which a deleted use case can be restored. */
  useCaseRestorableMs: hour,
  /** Retention of closed complaints, access requests and proposals. */
  closedKeptMs: 366 * day,
  /** Size at which the client log file is rotated. */
  clientLogFileBytes: 10_000_000,
  apiToken: {
    maxDays: 365,
    perPerson: 10,
    /** Valid service tokens. */
    services: 100,
    /** Retention of audit log entries about uses of tokens. */
    actsKeptMs: 366 * day,
  },
  /** Retention of the outbox, which is also the greatest lag of its readers. */
  events: { keptMs: 90 * day },
  notifications: {
    keptMs: 90 * day,
    /** Digest message: characters of a name and of a text, lines, and characters in total. Telegram allows 4,096. */
    inMessage: { name: 200, said: 900, lines: 20, all: 3_800 },
    /**
     * Waits after failed attempts; after the last one the next message is tried. The first wait is longer than an
     * attempt.
     */
    retryMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    /** Duration of one round. */
    roundMs: 30 * second,
    atOnce: 50,
  },
  /** Days before the review date of a rule at which its owners are notified. */
  dataRules: { reviewSoonDays: 14 },
  /** Open incidents of an item, and companies named by one. */
  incidents: { openPerItem: 5, companies: 50 },
  /** Testers of a pilot, its longest duration in days, shown decisions, and ended pilots in a list. */
  stages: { testers: 30, pilotDays: 365, history: 10, waiting: 50 },
  stream: {
    /** A further stream of a person closes the oldest one. */
    perPerson: 3,
    perProcess: 1_000,
    /** Interval of heartbeats, which also check the rights and read new notifications. */
    beatMs: 25 * second,
    /** Lifetime of a stream, after which the page opens another. */
    lifeMs: 5 * minute,
    /** Notifications of one read. */
    portion: 50,
  },
  webhook: {
    url: 2_000,
    /** A payload; a longer one omits the texts before and after the change. */
    payloadBytes: 20_000,
    /** One attempt, including connection and response. */
    totalMs: 10 * second,
    port: 443,
    /**
     * Waits after failed attempts; after the last one the delivery has failed. The first wait is longer than an
     * attempt.
     */
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
    /** Longest pause that a receiver can request (Retry-After). */
    pauseMs: day,
    /** Concurrent deliveries to one receiver, of different subjects. */
    atOnce: 10,
    roundMs: 20 * second,
    /** Time for which payloads are also signed with the former secret. */
    formerSecretMs: day,
  },
  search: {
    /** Cache of texts for highlighting, enough for some hundreds of items. */
    readTextBytes: 16_000_000,
    /** Cache of item texts for match reasons. */
    keptDocumentBytes: 12_000_000,
  },
  embeddings: {
    queryMs: 400,
    /** Cache of query vectors. */
    keptQueries: 1_000,
    /** Characters of an item's text, and of the shorter one for a model that refuses it as too long. */
    textCharacters: 6_000,
    shortCharacters: 1_000,
    batch: 32,
    answerBytes: 16_000_000,
    maxDimension: 8_192,
    /** Waits before a failed call is repeated; after the last one the round ends. */
    retryMs: [500, 2 * second],
    /** Pause after a failed round, doubled each time. */
    firstPauseMs: minute,
    maxPauseMs: 15 * minute,
  },
  /** Retention of searches without results. */
  searchDays: 366,
  /** Distinct texts stored per day, so that nobody can fill the table. */
  searchTextsPerDay: 1_000,
  database: {
    poolMax: 10,
    /** Connections that bypass a pooler, for session-level locks: a sync run and a second one that waits. */
    sessions: 3,
    /** Connections of the job queue, two of which listen. */
    jobs: 5,
    acquireMs: 3 * second,
    statementMs: 5 * second,
    /** A sync run compares the whole catalogue in one transaction. */
    syncStatementMs: 60 * second,
    idleInTransactionMs: 10 * second,
  },
  server: {
    headersMs: 10 * second,
    /** Reading of a body, except for uploads. */
    requestMs: 10 * second,
    /** Longest pause and lowest rate of an upload, which has no other time limit. */
    uploadIdleMs: 20 * second,
    uploadBytesPerSecond: 10_000,
    keepAliveMs: 5 * second,
    /** Interval of checks for connections over these limits. */
    lookMs: second,
    /** Longest time without traffic on a connection that waits for its response. */
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
  /** Bytes of all files together; base64 in JSON makes them a third larger. */
  importBytes: (limits.request.uploadBytes / 4) * 3,
} as const;
