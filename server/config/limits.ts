// The limits of the server, grouped by what they protect: what may be asked of it, what it asks of others, what it keeps and
// for how long. What one part alone goes by, such as the pause between two tries of its own, stands in that part.
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
    /** A body in which an admin hands over exports of bookmarks. */
    uploadBytes: 16_000_000,
    /** Path and query together. */
    urlBytes: 8_192,
    /** All headers together; the same as Node's own default. */
    headerBytes: 16_384,
    /** Nesting of free-form JSON, for example the metadata of a log entry. */
    jsonDepth: 10,
    /** Nesting of a JSON body: whatever reads it goes down step by step, and has no room for thousands of steps. */
    bodyDepth: 50,
  },
  /** Lengths of texts that people write. */
  text: {
    useCase: 5_000,
    complaintComment: 2_000,
    /** Why somebody proposes a service, and why an admin declines it. */
    proposalComment: 1_000,
    proposalAnswer: 1_000,
    accessFeatures: 2_000,
    /** Why an approver declines or revokes, what one asks, and what is answered. */
    accessWord: 1_000,
    adminNote: 5_000,
    /** Why an admin disables an account. */
    disableReason: 500,
    search: 200,
    /** A phrase that says what a service is for. */
    task: 80,
    /** A word of a pair of synonyms. */
    synonym: 100,
    /** What admins call a concept of their own. */
    conceptName: 60,
    /** The name by which a concept of the thesaurus is asked for. */
    conceptId: 60,
    /** A line of a data rule: a condition, a fact, an owner; and the address of a fact's source. */
    ruleLine: 300,
    ruleSource: 2_000,
    /** A table of data rules that is brought in. */
    rulesTable: 2_000_000,
    /** What the owner of a file calls it. */
    fileName: 200,
    email: 254,
    companyName: 60,
    companyKey: 40,
    /** What an admin calls a token of another tool. */
    tokenName: 100,
    /** A person's name, as a provider says it. */
    personName: 200,
    /** An authorization code, a sign-in token or a bearer token. */
    credential: 4_096,
    /** What is kept of an entry of the client's log, and of its metadata. */
    logEntryBytes: 8_192,
    logMetadataBytes: 8_192,
  },
  /** A bookmark that comes from outside; one that holds more is reported as unreadable. */
  bookmark: {
    title: 1_000,
    /** Excerpt and note, each. */
    text: 10_000,
    tag: 200,
    addressBytes: 8_192,
    /** A row of a table, with all its cells: it is taken apart in one go. */
    rowCharacters: 300_000,
    /** An export file. */
    fileBytes: 64_000_000,
  },
  /** What one GraphQL operation may ask. */
  graphql: {
    queryBytes: 10_000,
    tokens: 1_000,
    depth: 8,
    /** Root fields, aliases included. */
    rootFields: 15,
    fragments: 30,
    /** With everything that fragments add. */
    selections: 2_000,
    /** How often one name may stand in one selection: validation compares each with each. */
    repeats: 12,
    /** Objects that the answer may hold, worked out from the operation and its variables. */
    cost: 5_000,
    /** An answer over GraphQL. */
    answerBytes: 1_000_000,
    validationErrors: 5,
    /** Documents that are kept parsed, and the length of their texts together. */
    keptDocuments: 300,
    keptCharacters: 200_000,
    /** Costs that are kept, by document and by the numbers and switches among its variables. */
    keptCosts: 1_000,
    /** All operations of a request together, from either door. A mutation that has begun is not cut. */
    timeMs: 10 * second,
  },
  /** What one call over REST may be answered: its longest list holds 500 items with likers, experts and use cases. */
  rest: { answerBytes: 5_000_000 },
  /** What an agent is answered, in characters of JSON: it reads all of it, and pays for it. */
  mcp: {
    /** Services of one search. */
    perSearch: 20,
    /** A search as it is answered unless more is asked for, and any other answer. */
    searchCharacters: 6_000,
    answerCharacters: 30_000,
    /** Of one service among others: what it is called, and where it is. */
    name: 80,
    address: 100,
    /** Of one service by itself: its description, and a use case. */
    description: 4_000,
    useCase: 700,
    /** Tags, those of most services. */
    tags: 200,
    /** For how long an agent need not ask again what there is: it changes with the version of the server only. */
    freshMs: 5 * minute,
    /** For how long its card, which anybody may read, need not be fetched again. */
    cardMs: hour,
  },
  /** One legal text of a company, as a file. */
  legalTextBytes: 500_000,
  /** The most entries of a list that has no pages, and of a request about many. `@cost(list:)` and the schema's words name these. */
  lists: {
    /** People beside the number of likes; the rest can be read page by page. */
    likers: 20,
    experts: 100,
    useCasesOfExpert: 20,
    useCasesOfItem: 100,
    useCasesOfPerson: 500,
    tags: 500,
    /** Tags of one service. */
    tagsOfItem: 100,
    /** Phrases that say what one service is for, in each language. */
    tasksOfItem: 10,
    /** Groups of duplicates that are shown, and those that are merged in one press. */
    duplicates: 100,
    tagsMerged: 50,
    /** Tags that are named in one press, and those that a language model is asked about at once. */
    tagsNamed: 100,
    suggestedTagNames: 40,
    mergesAtOnce: 100,
    merges: 100,
    /** Beside a search box, of tags and of services (specification, section 9). */
    suggestedTags: 8,
    suggestedItems: 3,
    suggestedConcepts: 4,
    /** Of one search. */
    searchedConcepts: 4,
    /** Named, or counted, in one call: the wizard asks for all its tasks. */
    concepts: 200,
    /** Behind few sure answers, what comes close. */
    near: 6,
    /** Data rules that are changed in one call, and rows of a table of them. */
    dataRulesAtOnce: 500,
    dataRulesTable: 20_000,
    /** Rows of a table of tag names. */
    tagNamesTable: 100_000,
    /** Faults of such a table that are named. */
    dataRulesTableErrors: 100,
    /** Changes of such a table that are shown. */
    dataRulesShown: 20,
    /** On the page of a service: cases, people to ask, what it is for, and what may stand in its place. */
    recommendedUseCases: 10,
    expertsToAsk: 6,
    conceptsOfItem: 6,
    alternatives: 3,
    /** Services side by side. */
    compared: 4,
    likedItems: 500,
    itemsOfAddress: 500,
    /** Beside the answer whether a page is in the catalogue. */
    nearAddress: 5,
    complaints: 500,
    ownComplaints: 100,
    ownAccessRequests: 100,
    /** Of those that an approver decides, and people who decide for a company. */
    accessRequestsToDecide: 500,
    approversOfCompany: 20,
    proposals: 500,
    ownProposals: 100,
    catalogueGaps: 300,
    searchAlerts: 100,
    feedEntries: 50,
    webhooks: 20,
    /** Of one of them, the latest. */
    webhookDeliveries: 100,
    differences: 500,
    /** Differences decided or taken back in one request. */
    decisions: 100,
    companies: 200,
    /** Names that a try of the set-up shows, as the collections of a token. */
    triedNames: 50,
    domainsOfCompany: 50,
    sessions: 100,
    apiTokens: 100,
    synonyms: 2_000,
    /** Words that say a concept, concepts of admins, and words of one of them in each language. */
    customSynonyms: 1_000,
    customConcepts: 300,
    wordsOfConcept: 20,
    /** Concepts to choose from. */
    foundConcepts: 20,
    searchesWithoutResults: 500,
    demoAccounts: 50,
    /** Rows of each kind on a page of the preview of an import. */
    importRows: 100,
    /** Imports that were made, for looking back and for undoing. */
    imports: 20,
    /** Services of the demo on which real people did something. */
    demoItems: 200,
    /** Bookmarks of a run that could not be read. */
    unreadableBookmarks: 100,
  },
  /** For how long a service is new, and more of what the catalogue answers. */
  catalogue: {
    newDays: 30,
    /** Addresses of one site on each side of the one that is asked about, in the order of the index, among which the nearest are looked for. */
    addressesAround: 50,
  },
  /** Looks at files before they are brought in: one after another in a process. */
  imports: {
    /** How many wait behind the one under way. */
    looksWaiting: 3,
    /** How long one waits. */
    lookWaitMs: 7 * second,
    /** How long one may take, from its turn on. */
    lookMs: 10 * second,
  },
  /** One try of a part of the set-up. */
  setup: { tryMs: 8 * second },
  /** How old the last backup may be. */
  backup: { freshMs: 7 * day },
  /** For how long a merge of two services can be taken back. */
  merge: { undoDays: 30 },
  /** Pages of a list; `page` counts from 0. */
  page: { perPageMax: 100, pageMax: 10_000 },
  /** The data that come with a page; without them the page asks for itself. */
  firstPage: { ms: 1_500, bytes: 200_000 },
  /** Calls per signed-in user, or per address (IPv6: per /64) for a visitor. */
  rates: {
    signIn: { points: 10, windowMs: minute },
    /** Questions to the language model: analyses, and those of a use case that is written, which is saved without an answer, too. */
    analyze: { points: 10, windowMs: minute },
    analyzePerDay: { points: 100, windowMs: day },
    write: { points: 60, windowMs: minute },
    read: { points: 600, windowMs: minute },
    image: { points: 300, windowMs: minute },
    log: { points: 60, windowMs: minute },
    /** Log entries of all visitors together. */
    visitorLog: { points: 300, windowMs: minute },
    /** Files of the page, by address for everybody: many people may share one. */
    file: { points: 6_000, windowMs: minute },
    mail: { points: 5, windowMs: hour },
    setUp: { points: 10, windowMs: minute },
    complaint: { points: 20, windowMs: hour },
    proposal: { points: 20, windowMs: hour },
    ask: { points: 20, windowMs: hour },
  },
  /** Reads that a page counts for a visitor, who has one for each sign-in: it costs as much processor time. */
  visitorPageReads: 5,
  /** How long the refusal of a visitor who calls too often is held back, and how many may be at once in a process. */
  refusal: { holdMs: 2 * second, heldAtOnce: 1_000 },
  /** What the process keeps of the catalogue in memory. */
  cards: { kept: 10_000 },
  /** The proxy for foreign images. */
  imageProxy: {
    bytes: 5_000_000,
    redirects: 3,
    connectMs: 3 * second,
    totalMs: 10 * second,
    /** By what it costs to read a kind of picture. */
    pixels: { scan: 24_000_000, rows: 8_000_000, whole: 4_000_000, twice: 3_000_000 },
    /** For how long a picture waits for those before it. */
    waitMs: 20 * second,
    atOnce: 64,
    atOncePerUser: 4,
    ports: [80, 443],
  },
  /** The pictures of the services' own sites. */
  sitePictures: {
    /** For how long what a site showed is not looked at again; as long as a link that works. */
    freshMs: 7 * day,
    /** The first wait after a look that failed, doubled each time; the longest is `freshMs`. */
    retryMs: hour,
    /** For how long one look may take before others may look. */
    lookMs: 2 * minute,
    hostsAtOnce: 4,
    /** Services of one round. */
    perRound: 1_000,
    /** Pictures that are tried of one page. */
    tries: 5,
    /** What is read of a page: its head comes first. */
    pageBytes: 1_000_000,
    /** The shorter edge of what is kept, in pixels: no counters, no strips. */
    edge: 32,
  },
  /** Looks at the links of the services. */
  links: {
    /** For one answer. */
    answerMs: 8 * second,
    /** For one link, redirects included. */
    totalMs: 20 * second,
    redirects: 5,
    hostsAtOnce: 8,
    /** For how long one round, which the clock rings every hour, begins looks. */
    roundMs: 20 * minute,
  },
  /** Calls to other services. */
  upstream: {
    connectMs: 3 * second,
    raindropMs: 15 * second,
    languageModelMs: 30 * second,
    mailMs: 10 * second,
    telegramMs: 10 * second,
    googleMs: 10 * second,
    /** Repeats after the first try, with jitter, and only where a repeat is safe. */
    retries: 2,
    /** The breaker opens after this many failures in a row … */
    breakerFailures: 5,
    /** … and lets the next call through after this long. */
    breakerOpenMs: 30 * second,
    /** Many differences decided in one request: the bookmarks service takes 120 calls a minute, two for each. */
    manyDecisionsMs: 20 * second,
  },
  /** Texts of one kind that one round translates; what is left is the next one's. */
  translationsPerRound: 200,
  /** What the model says an item is for: phrases at least in each language, and items that one round asks about. */
  writtenTasks: { least: 8, itemsPerRun: 200 },
  /** A text that the model could not translate is tried again: the first wait, doubled each time, and the longest one. */
  translationRetry: { firstMs: 5 * minute, maxMs: day },
  /** A signed-in browser. */
  session: {
    idleMs: day,
    absoluteMs: 14 * day,
    /** Life of a direct-access token, which works once. */
    directAccessMs: 5 * minute,
    /** Life of a token that connects Telegram with an account, which works once. */
    telegramLinkMs: 10 * minute,
    /** How long the page and the bot tell what became of the wish to connect Telegram. */
    telegramNoticeMs: 30 * day,
    /** How old a sign-in may be for what gives a way in away, such as another Telegram. */
    freshMs: 10 * minute,
    /** Life of a sign-in that was begun at a provider and has not come back. */
    signInAttemptMs: 10 * minute,
    /** What is kept of a browser's words about itself. */
    userAgent: 512,
  },
  /** A request for access. */
  accessRequest: {
    /** After this long without success it counts as failed; until then every try may be the one. */
    givenUpMs: 2 * day,
    /** By when it should be decided, Saturdays and Sundays left out. */
    dueWorkingDays: 3,
    /** For how long access may be granted at most. */
    longestDays: 1_096,
    /** How long the buttons of a message to those who decide work. */
    buttonsMs: 14 * day,
    /** Characters in such a message, which may have 4,096: of a name, and of what somebody has written. */
    inMessage: { name: 200, said: 900 },
  },
  /** Proposals of one person that wait for an admin. */
  proposal: { openPerPerson: 20 },
  /** What people wish for, and searches that somebody waits for. */
  catalogueGap: {
    /** For how many days searches count in the list. */
    countedDays: 30,
    /** Of what was written on a wish, what is shown. */
    words: 5,
    watchedPerPerson: 20,
    /** Whose searches a process knows to have counted that day. */
    rememberedSearches: 5_000,
    /** Searches that a look goes through. */
    lookedAtOnce: 500,
    /** How long what somebody was told stays in the own list. */
    toldMs: 90 * day,
  },
  /** How often a report is stored anew when the open one of its kind is settled in the same moment. */
  complaint: { maxTries: 5 },
  /** How often tags are added anew when others take them away in the same moment. */
  addedTags: { maxTries: 10 },
  /** How long the deletion of a use case can be taken back; then it is deleted for good. */
  useCaseRestorableMs: hour,
  /** For how long reports that are closed, requests for access that are over, and settled proposals are kept. */
  closedKeptMs: 366 * day,
  /** The file with the messages of the page turns over. */
  clientLogFileBytes: 10_000_000,
  /** A token of another internal tool. */
  apiToken: {
    maxDays: 365,
    /** Of one person, that work. */ perPerson: 10,
    /** Of tools, that work. */ services: 100,
    /** For how long the record says what was done through tokens. */
    actsKeptMs: 366 * day,
  },
  /** For how long what has happened is kept, and whoever reads it may be behind. */
  events: { keptMs: 90 * day },
  notifications: {
    keptMs: 90 * day,
    /** Of a message that tells of several: characters of each name and of what somebody wrote, and in all. Telegram takes 4,096. */
    inMessage: { name: 200, said: 900, lines: 20, all: 3_800 },
    /** The waits after a try that failed; after the last of them and one more try the next message tells it. The first is longer than a try. */
    retryMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    /** After it another round goes on. */
    roundMs: 30 * second,
    /** People whose messages are put together at once. */
    atOnce: 50,
  },
  /** How long before the day of a review those who look after a rule are told. */
  dataRules: { reviewSoonDays: 14 },
  /** Pages that follow what a person is told. */
  stream: {
    /** The oldest of a person ends when another comes. */
    perPerson: 3,
    perProcess: 1_000,
    /** How often a stream says that it lives, and looks by itself who may follow it and what came. */
    beatMs: 25 * second,
    /** After it a page opens another. */
    lifeMs: 5 * minute,
    /** Notifications that are read at once. */
    portion: 50,
  },
  /** What other tools are told. */
  webhook: {
    /** Characters of an address. */
    url: 2_000,
    /** Of one message; past it the texts before and after are left out. */
    payloadBytes: 20_000,
    /** One try: connection, answer and all. */
    totalMs: 10 * second,
    port: 443,
    /** The waits after a try that failed; after the last of them and one more try it is given up. The first is longer than a try. */
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
    /** For how long at most a receiver is left alone when it asks for it (Retry-After). */
    pauseMs: day,
    /** Of different subjects, to one receiver. */
    atOnce: 10,
    /** For how long one round sends before what has happened since is looked at. */
    roundMs: 20 * second,
    /** For how long a former secret signs beside the new one. */
    formerSecretMs: day,
  },
  search: {
    /** What is kept of texts that are marked in answers, read once: some hundreds of services. */
    readTextBytes: 16_000_000,
    /** The texts of services that were found, as they are read to say why. */
    keptDocumentBytes: 12_000_000,
  },
  /** For how many days searches without results are kept and counted. */
  searchDays: 366,
  /** Different texts that are kept of a day, so that nobody can fill the table. */
  searchTextsPerDay: 1_000,
  /** The database's connections. */
  database: {
    poolMax: 10,
    /** Those past a pooler, for what keeps its session: a synchronisation, and another that finds it at work. */
    sessions: 3,
    /** Those of the job queue: two listen, the others are lent for a statement. */
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
    /** Headers and body together. */
    requestMs: 10 * second,
    keepAliveMs: 5 * second,
    /** How often the server looks for connections that are past these limits. */
    lookMs: second,
    /** For how long nothing may move on a connection that is being answered. */
    stillMs: 2 * minute,
    /** How long the end may take after SIGTERM. */
    drainMs: 10 * second,
    /** What of it is kept for what ends behind the last request, as the connections to the database. */
    restMs: 2 * second,
  },
} as const;

/** What the page must know of them, generated into client/limits/generated.ts. */
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
  tagName: limits.bookmark.tag,
  compared: limits.lists.compared,
  tagsNamed: limits.lists.tagsNamed,
  suggestedTagNames: limits.lists.suggestedTagNames,
  /** Files together: their bytes stand in the body as base64, with some words around. */
  importBytes: (limits.request.uploadBytes / 4) * 3 - limits.request.bodyBytes,
} as const;
