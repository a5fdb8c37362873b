// How many people of each company use each item.
import { withRoom } from './typedArrays.ts';

/** By company, how many of its people use an item; companies where nobody does are left out. */
export type UsedBy = Readonly<Record<string, number>>;

export class CompanyUses {
  /** By company, at the id of every item. */
  private readonly counts = new Map<string, Uint32Array>();

  put(id: number, usedBy: UsedBy): void {
    this.remove(id);
    for (const [company, count] of Object.entries(usedBy)) {
      const counts = withRoom(this.of(company), id + 1);
      counts[id] = count;
      this.counts.set(company, counts);
    }
  }

  remove(id: number): void {
    for (const counts of this.counts.values()) if (id < counts.length) counts[id] = 0;
  }

  /** How many people of each company use an item. */
  byCompany(id: number): { companyKey: string; count: number }[] {
    return [...this.counts].flatMap(([companyKey, counts]) => {
      const count = counts[id] ?? 0;
      return count > 0 ? [{ companyKey, count }] : [];
    });
  }

  /** At the id of an item, how many people of the company use it; shorter than the largest id where nobody does. */
  of(company: string): Uint32Array {
    return this.counts.get(company) ?? new Uint32Array(0);
  }
}
