// Bookmarks, trash and collections of the fake Raindrop.

/** A bookmark as Raindrop answers it. */
export interface StoredRaindrop {
  _id: number;
  link: string;
  title: string;
  excerpt: string;
  note: string;
  type: string;
  cover: string;
  media: { link: string; type: string }[];
  tags: string[];
  removed: boolean;
  highlights: [];
  created: string;
  lastUpdate: string;
  domain: string;
  collection: { $ref: 'collections'; $id: number; oid: number };
  collectionId: number;
  user: { $ref: 'users'; $id: number };
  creatorRef: { _id: number; name: string; avatar: string; email: string };
  sort: number;
  order?: number;
}

export type NewRaindrop = Partial<Omit<StoredRaindrop, 'collection'>> & { link: string };

export interface StoredCollection {
  _id: number;
  title: string;
  parent: number | null;
}

/** System collections of Raindrop. */
export const everything = 0;
export const unsorted = -1;
export const trash = -99;

const userId = 1;
const firstId = 900_000_001;

export type Library = ReturnType<typeof createLibrary>;

export function createLibrary() {
  const raindrops = new Map<number, StoredRaindrop>();
  const collections = new Map<number, StoredCollection>();
  let nextId = firstId;
  let listings = 0;
  let changedAt = new Date();

  function touch(raindrop: StoredRaindrop): StoredRaindrop {
    changedAt = new Date();
    raindrop.lastUpdate = changedAt.toISOString();
    return raindrop;
  }

  function isInside(inner: number, outer: number): boolean {
    const parent = collections.get(inner)?.parent ?? null;
    return parent !== null && (parent === outer || isInside(parent, outer));
  }

  function holds(collection: number, nested: boolean, { collectionId }: StoredRaindrop): boolean {
    if (collection === everything) return collectionId !== trash;
    return collectionId === collection || (nested && isInside(collectionId, collection));
  }

  return {
    all: () => [...raindrops.values()],
    collections: () => [...collections.values()],
    changedAt: () => changedAt,
    get: (id: number) => raindrops.get(id),

    /** The bookmarks of a collection in the given order; an unknown order is random. */
    list(collection: number, nested: boolean, sort: string): StoredRaindrop[] {
      const found = [...raindrops.values()].filter((raindrop) =>
        holds(collection, nested, raindrop),
      );
      const compare = orders[sort.replace(/^-/, '')];
      if (!compare) {
        listings += 1;
        return [
          ...found.slice(listings % found.length),
          ...found.slice(0, listings % found.length),
        ];
      }
      found.sort((one, other) => compare(one, other) || one._id - other._id);
      return sort.startsWith('-') ? found.reverse() : found;
    },

    count: (collection: number) =>
      [...raindrops.values()].filter((raindrop) => holds(collection, false, raindrop)).length,

    add(fields: NewRaindrop): StoredRaindrop {
      while (raindrops.has(nextId)) nextId += 1;
      const id = fields._id ?? nextId;
      changedAt = new Date();
      const raindrop = { ...blank(id), ...fields };
      raindrops.set(id, raindrop);
      place(raindrop, fields.collectionId ?? unsorted);
      return update(raindrop, {});
    },

    /** Overwrites the given keys with any values, so that tests can create invalid bookmarks. */
    edit(id: number, fields: Record<string, unknown>): StoredRaindrop | undefined {
      const raindrop = raindrops.get(id);
      return raindrop && touch(update(raindrop, fields));
    },

    move(id: number, collection: number): StoredRaindrop | undefined {
      const raindrop = raindrops.get(id);
      if (!raindrop) return undefined;
      place(raindrop, collection);
      return touch(raindrop);
    },

    /** Moves a bookmark to the trash; deletes it when it is there already. */
    remove(id: number): StoredRaindrop | undefined {
      const raindrop = raindrops.get(id);
      if (!raindrop) return undefined;
      if (raindrop.collectionId === trash) raindrops.delete(id);
      place(raindrop, trash);
      raindrop.order = 0;
      return touch(raindrop);
    },

    destroy: (id: number) => raindrops.delete(id),

    addCollection(collection: StoredCollection): StoredCollection {
      collections.set(collection._id, collection);
      return collection;
    },

    clear() {
      raindrops.clear();
      collections.clear();
      nextId = firstId;
    },
  };
}

const orders: Record<string, (one: StoredRaindrop, other: StoredRaindrop) => number> = {
  created: (one, other) => Date.parse(one.created) - Date.parse(other.created),
  title: (one, other) => one.title.localeCompare(other.title),
  domain: (one, other) => one.domain.localeCompare(other.domain),
  sort: (one, other) => one.sort - other.sort,
};

function blank(id: number): StoredRaindrop {
  const now = new Date().toISOString();
  return {
    _id: id,
    link: '',
    title: '',
    excerpt: '',
    note: '',
    type: 'link',
    cover: '',
    media: [],
    tags: [],
    removed: false,
    highlights: [],
    created: now,
    lastUpdate: now,
    domain: '',
    collection: { $ref: 'collections', $id: unsorted, oid: userId },
    collectionId: unsorted,
    user: { $ref: 'users', $id: userId },
    creatorRef: { _id: userId, name: 'Stand-in', avatar: '', email: '' },
    sort: id,
  };
}

function update(raindrop: StoredRaindrop, fields: Record<string, unknown>): StoredRaindrop {
  Object.assign(raindrop, fields);
  // Uploaded files have a domain that their address does not contain.
  const isGiven = 'domain' in fields || (!('link' in fields) && raindrop.domain !== '');
  if (isGiven) return raindrop;
  raindrop.domain = URL.parse(raindrop.link)?.hostname.replace(/^www\./, '') ?? '';
  return raindrop;
}

function place(raindrop: StoredRaindrop, collection: number): void {
  raindrop.collectionId = collection;
  raindrop.collection = { ...raindrop.collection, $id: collection };
  raindrop.removed = collection === trash;
}
