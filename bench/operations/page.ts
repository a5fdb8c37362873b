/** A page of the dashboard, as the client asks for it. */
export const page = `
  query Page($search: String, $page: Int! = 0) {
    searchKnowledge(search: $search, perPage: 12, page: $page) {
      total pageCount correctedTo
      items {
        id titleRu titleEn descriptionRu descriptionEn isLiked likesCount useCasesCount ownUseCasesCount isVerified
        raindropTags partnerBadges { key name } experts { id name avatarUrl telegramUsername } expertsCount
      }
      matches { itemId titleEn { start end } descriptionEn { start end } }
    }
  }`;
