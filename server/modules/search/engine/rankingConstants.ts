// Constants of ranking: BM25F field weights, what each kind of match is worth, relevance thresholds of the cut-off.

export const ranking = {
  /**
   * BM25F: how much a word of a field weighs, and how many words such a field usually has. `share`: how much of what a service is
   * the field says, and how much less of it what stands `later` there.
   */
  fields: {
    title: { weight: 3, length: 3, share: 1, later: 0 },
    tags: { weight: 2, length: 3, share: 1, later: 0 },
    tasks: { weight: 2, length: 40, share: 1, later: 2 },
    description: { weight: 1, length: 20, share: 1.5, later: 1 },
    cases: { weight: 0.6, length: 60, share: 0.3, later: 0 },
  },
  /** BM25F: how soon more of the same stops to count. */
  saturation: 2,
  /** BM25F: how much a long field makes its words lighter. */
  lengthShare: 0.4,
  /** A part of a name (gpt of ChatGPT), and words of a title written as one, beside the word itself. */
  namePartShare: 0.7,
  joinedShare: 0.5,
  /** A saturated weight is kept as a whole number up to this one. */
  maxImpact: 127,

  /** Texts say less of what a well-known service is than what is known of it. */
  subjectShareOfKnown: 0.3,
  /** What a well-known service does; the first of it most. */
  knownNameWeight: 6,
  knownNameLater: { term: 0.5, subject: 2 },

  /** By how a term is related to a query word: what a match is worth, and how much of the word it covers. */
  worth: {
    itself: { score: 1, cover: 1 },
    synonym: { score: 0.9, cover: 1 },
    prefix: { score: 0.8, cover: 1 },
    /** The word is known, but may be a prefix too. */
    prefixOfKnown: { score: 0.5, cover: 0.85 },
    family: { score: 0.6, cover: 0.9 },
    /** An ordinary word that no item holds means itself: its prefix matches and its family alone are unsure. */
    guess: { score: 0.5, cover: 0.55 },
    concept: { score: 0.85, cover: 1 },
    narrower: { score: 0.45, cover: 0.9 },
    narrowest: { score: 0.36, cover: 0.85 },
    broader: { score: 0.15, cover: 0.55 },
    related: { score: 0.3, cover: 0.55 },
  },
  /** A spelling correction, where it is sure. */
  correctedCover: 0.9,
  /** A word of a phrase that nothing in the catalogue is for: its own concepts, and what it covers. */
  phrasePartShare: 0.4,
  phrasePartCover: 0.55,

  /** From this cover on an alternative says the same as the word: its document frequency makes the weight. */
  sameCover: 0.87,
  /** Terms that cover less are not highlighted. */
  highlightCover: 0.8,
  /** The weight of a word that no item holds. */
  unknownWeight: 0.75,
  /** What a soft word weighs beside what it would. */
  softShare: 0.1,

  /** Cover counts in so many steps, so that likes decide between what covers nearly the same. */
  coverSteps: 255,
  /** Relevance is score × cover to this power. */
  coverExponent: 0.8,
  /** What holds every word literally is worth so much more. */
  literalBonus: 1.4,
  /** Relevance is rounded to so many steps, inside which likes decide. */
  relevanceSteps: 50,

  /** Relevance threshold: what covers as much of the query answers it surely. */
  sureCover: 0.6,
  /** Relevance threshold: what covers less is not shown, not even as unsure or near. */
  nearCover: 0.15,
  /** Relevance thresholds beside the best result: cover, score, and likeness in "more like this". */
  coverOfBest: 0.48,
  scoreOfBest: 0.3,
  likenessOfBest: 0.4,

  /** "More like this": the weight of a concept, and how much less each further known purpose weighs. */
  likenessWeight: 1.5,
  lessEachPurpose: 0.5,
  /** A broader concept, where no item has the concept itself. */
  broaderStandIn: { score: 0.6, cover: 0.9 },
  /** The rest of the text beside the likeness, and where it only says "free" or another constraint. */
  restShare: 0.8,
  constraintShare: 0.1,

  /** Concept search: how much of 1 a service must be for a concept; and behind fewer results than a choice. */
  mainPurpose: 0.4,
  sidePurpose: 0.34,
  enoughChoice: 4,
  /** How much less a match counts in an item that is hardly about it. */
  lessBeside: 0.3,
};
