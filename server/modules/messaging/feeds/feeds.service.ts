// Feeds for a person's feed reader, at a secret address of their own that they renew; they show what everybody sees.
import type { Clock } from '../../../shared/clock.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import { limits } from '../../../config/limits.ts';
import {
  personInBrowser,
  type Viewer,
  reauthenticationRequired,
} from '../../people/accounts/accounts.module.ts';
import {
  type ItemsService,
  titleIn,
  type KnowledgeItem,
} from '../../catalogue/items/items.module.ts';
import {
  changeTitle,
  feedInput,
  queryOf,
  titleOf,
  wordOf,
  type AskedFeed,
  type Feed,
  type FeedEntry,
} from './feeds.ts';
import type { FeedsQueries } from './feeds.queries.ts';
import type { FeedsStore } from './feeds.store.ts';
import type { Language } from '../../../shared/language.ts';

interface Options {
  store: FeedsStore;
  search: FeedsQueries;
  catalogue: Pick<ItemsService, 'findNewest'>;
  publicUrl: string;
  clock: Clock;
}

export const createFeeds = ({ store, search, catalogue, publicUrl, clock }: Options) => {
  const pageOf = (itemId: number): string => `${publicUrl}/services/${itemId}`;
  const linkOf = (asked: AskedFeed): string => {
    if (asked.name === 'used') return `${publicUrl}/profile/knowledge`;
    const query: Record<string, string> =
      asked.name === 'tag'
        ? { tags: asked.tag }
        : asked.name === 'search'
          ? { search: asked.text }
          : {};
    const search = new URLSearchParams(query).toString();
    return `${publicUrl}/dashboard${search && `?${search}`}`;
  };
  const entryOf =
    (language: Language) =>
    (item: KnowledgeItem): FeedEntry => ({
      id: pageOf(item.id),
      link: pageOf(item.id),
      title: titleIn(language, item) || item.sourceUrl,
      summary:
        (language === 'ru'
          ? (item.descriptionRu ?? item.descriptionEn)
          : (item.descriptionEn ?? item.descriptionRu)) ?? '',
      at: item.createdAt,
    });
  const changesOf = async (
    asked: AskedFeed,
    userId: number,
    companyKey: string | null,
  ): Promise<FeedEntry[]> => {
    const found = await search.changes(userId, companyKey, limits.lists.feedEntries);
    return found.map(({ id, kind, at, itemId, ...titles }) => ({
      id: `${pageOf(itemId)}#change-${id}`,
      link: pageOf(itemId),
      title: changeTitle(asked.lang, kind, titleIn(asked.lang, titles)),
      summary: '',
      at,
    }));
  };

  /** The tag under the name by which it is kept; null for one that nobody knows. */
  const withKnownTag = async (asked: AskedFeed): Promise<AskedFeed | null> => {
    if (asked.name !== 'tag') return asked;
    const tag = await store.tagNamed(asked.tag);
    return tag === null ? null : { ...asked, tag };
  };

  return {
    /** When the viewer's address was made; null where there is none. */
    madeAt: async (viewer: Viewer): Promise<Date | null> =>
      store.madeAt(personInBrowser(viewer).user.id),

    /** A new secret address in the place of the former one, which leads nowhere from now on. It is told here alone. */
    async renew(viewer: Viewer): Promise<{ address: string; createdAt: Date }> {
      const { user } = personInBrowser(viewer);
      const secret = newSecret();
      const createdAt = clock();
      await store.put(user.id, hashSecret(secret), createdAt);
      return { address: `${publicUrl}/feeds/${secret}`, createdAt };
    },

    /** The address leads nowhere from now on; where there is none nothing changes. */
    remove: async (viewer: Viewer): Promise<void> => store.remove(personInBrowser(viewer).user.id),

    /**
     * What a feed reader gets; null for a wrong address, for one whose owner may not be here, and for a tag that nobody knows:
     * a feed of it would stay empty for ever, and a tag that is misspelt would look like one without news.
     * @throws DomainError UNAUTHENTICATED (`reauthenticationRequired`)
     */
    async read(secret: string, given: Record<string, unknown>): Promise<Feed | null> {
      const wanted = feedInput.safeParse(given).data;
      const owner = wanted ? await store.owner(hashSecret(secret), clock()) : null;
      if (owner?.isUnconfirmed) throw reauthenticationRequired();
      const asked = wanted && owner ? await withKnownTag(wanted) : null;
      if (!asked || !owner) return null;
      const { member, madeAt } = owner;
      const entries =
        asked.name === 'used'
          ? await changesOf(asked, member.user.id, member.company?.key ?? null)
          : (
              await catalogue.findNewest(member, {
                search: asked.name === 'search' ? wordOf(asked) : null,
                tags: asked.name === 'tag' ? [wordOf(asked)] : [],
                perPage: limits.lists.feedEntries,
              })
            ).map(entryOf(asked.lang));
      const times = entries.map(({ at }) => at.getTime());
      const query = queryOf(asked);
      return {
        id: `${publicUrl}/feeds/${asked.name}?${query}`,
        title: titleOf(asked),
        self: `${publicUrl}/feeds/${secret}/${asked.name}.atom?${query}`,
        link: linkOf(asked),
        language: asked.lang,
        at: times.length > 0 ? new Date(Math.max(...times)) : madeAt,
        entries,
      };
    },
  };
};

export type Feeds = ReturnType<typeof createFeeds>;
