// Atom feeds at a person's secret address, with content that every employee may see.
import type { Clock } from '../../../shared/clock.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import { limits } from '../../../config/limits.ts';
import {
  personInBrowser,
  type Member,
  type Viewer,
  reauthenticationRequired,
} from '../../people/accounts/accounts.module.ts';
import {
  type ItemsService,
  titleIn,
  type KnowledgeItem,
} from '../../catalogue/items/items.module.ts';
import type { LoadoutsService } from '../../loadouts/loadouts.module.ts';
import {
  changeTitle,
  feedInput,
  feedQueryString,
  feedTitle,
  queryText,
  type FeedQuery,
  type Feed,
  type FeedEntry,
} from './feeds.ts';
import type { FeedsStore } from './feeds.store.ts';
import type { Language } from '../../../shared/language.ts';

interface Options {
  store: FeedsStore;
  catalogue: Pick<ItemsService, 'findNewest' | 'itemsById'>;
  loadouts: Pick<LoadoutsService, 'withItems'>;
  publicUrl: string;
  clock: Clock;
}

export class Feeds {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Creation time of the feed address; null when the viewer has none. */
  async createdAt(viewer: Viewer): Promise<Date | null> {
    return this.deps.store.createdAt(personInBrowser(viewer).user.id);
  }

  /** Replaces the secret address, which is returned only here; the former one stops working. */
  async renew(viewer: Viewer): Promise<{ address: string; createdAt: Date }> {
    const { user } = personInBrowser(viewer);
    const secret = newSecret();
    const createdAt = this.deps.clock();
    await this.deps.store.replace(user.id, hashSecret(secret), createdAt);
    return { address: `${this.deps.publicUrl}/feeds/${secret}`, createdAt };
  }

  async remove(viewer: Viewer): Promise<void> {
    return this.deps.store.delete(personInBrowser(viewer).user.id);
  }

  /**
   * The feed; null for a wrong address, an inactive owner or an unknown tag, because an empty feed would look like no
   * news.
   * @throws DomainError UNAUTHENTICATED (`reauthenticationRequired`)
   */
  async read(secret: string, given: Record<string, unknown>): Promise<Feed | null> {
    const wanted = feedInput.safeParse(given).data;
    const owner = wanted
      ? await this.deps.store.owner(hashSecret(secret), this.deps.clock())
      : null;
    if (owner?.isUnconfirmed) throw reauthenticationRequired();
    const asked = wanted && owner ? await this.withKnownTag(wanted) : null;
    if (!asked || !owner) return null;
    const { member, madeAt } = owner;
    if (asked.name === 'loadout') return this.loadoutFeed(asked, member, secret);
    const entries =
      asked.name === 'used'
        ? await this.changesOf(asked, member.user.id, member.company?.key ?? null)
        : (
            await this.deps.catalogue.findNewest(member, {
              search: asked.name === 'search' ? queryText(asked) : null,
              tags: asked.name === 'tag' ? [queryText(asked)] : [],
              perPage: limits.lists.feedEntries,
            })
          ).map(this.entryOf(asked.lang));
    return this.feedOf(asked, secret, { entries, madeAt, link: this.linkOf(asked) });
  }

  /** A loadout with one entry per item; null if the owner of the feed may not read it. */
  private async loadoutFeed(
    asked: FeedQuery & { name: 'loadout' },
    member: Member,
    secret: string,
  ): Promise<Feed | null> {
    const found = await this.deps.loadouts.withItems(member, asked.id);
    if (!found) return null;
    const { loadout, items } = found;
    const other = asked.lang === 'ru' ? 'en' : 'ru';
    const link = `${this.deps.publicUrl}/loadouts/${loadout.id}`;
    const byId = await this.deps.catalogue.itemsById(
      member,
      items.map(({ itemId }) => itemId),
    );
    const entries = items.flatMap(({ itemId, reason, addedAt }): FeedEntry[] => {
      const item = byId.get(itemId);
      if (!item) return [];
      return [
        {
          id: `${link}#service-${itemId}`,
          link: this.pageOf(itemId),
          title: titleIn(asked.lang, item) || item.sourceUrl,
          summary: reason[asked.lang] ?? reason[other] ?? '',
          at: addedAt,
        },
      ];
    });
    entries.sort((one, next) => next.at.getTime() - one.at.getTime());
    const title = loadout.title[asked.lang] ?? loadout.title[other] ?? '';
    return this.feedOf(asked, secret, { entries, madeAt: loadout.updatedAt, link, title });
  }

  private feedOf(
    asked: FeedQuery,
    secret: string,
    {
      entries,
      madeAt,
      link,
      title,
    }: { entries: FeedEntry[]; madeAt: Date; link: string; title?: string },
  ): Feed {
    const times = entries.map(({ at }) => at.getTime());
    const query = feedQueryString(asked);
    return {
      id: `${this.deps.publicUrl}/feeds/${asked.name}?${query}`,
      title: feedTitle(asked, title),
      self: `${this.deps.publicUrl}/feeds/${secret}/${asked.name}.atom?${query}`,
      link,
      language: asked.lang,
      at: times.length > 0 ? new Date(Math.max(...times)) : madeAt,
      entries,
    };
  }

  private pageOf(itemId: number): string {
    return `${this.deps.publicUrl}/services/${itemId}`;
  }

  private linkOf(asked: FeedQuery): string {
    if (asked.name === 'used') return `${this.deps.publicUrl}/profile/knowledge`;
    const query: Record<string, string> =
      asked.name === 'tag'
        ? { tags: asked.tag }
        : asked.name === 'search'
          ? { search: asked.text }
          : {};
    const search = new URLSearchParams(query).toString();
    return `${this.deps.publicUrl}/dashboard${search && `?${search}`}`;
  }

  private entryOf(language: Language) {
    return (item: KnowledgeItem): FeedEntry => ({
      id: this.pageOf(item.id),
      link: this.pageOf(item.id),
      title: titleIn(language, item) || item.sourceUrl,
      summary:
        (language === 'ru'
          ? (item.descriptionRu ?? item.descriptionEn)
          : (item.descriptionEn ?? item.descriptionRu)) ?? '',
      at: item.createdAt,
    });
  }

  private async changesOf(
    asked: FeedQuery,
    userId: number,
    companyKey: string | null,
  ): Promise<FeedEntry[]> {
    const found = await this.deps.store.changes(userId, companyKey, limits.lists.feedEntries);
    return found.map(({ id, kind, at, itemId, ...titles }) => ({
      id: `${this.pageOf(itemId)}#change-${id}`,
      link: this.pageOf(itemId),
      title: changeTitle(asked.lang, kind, titleIn(asked.lang, titles)),
      summary: '',
      at,
    }));
  }

  /** The query with the stored spelling of the tag; null for an unknown tag. */
  private async withKnownTag(asked: FeedQuery): Promise<FeedQuery | null> {
    if (asked.name !== 'tag') return asked;
    const tag = await this.deps.store.findTag(asked.tag);
    return tag === null ? null : { ...asked, tag };
  }
}
