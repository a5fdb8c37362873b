// The largest keys of all that are offered.

export class Top {
  private kept: { key: number; doc: number }[] = [];
  /** What is offered must be larger. */
  least = -Infinity;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Answers whether the least has risen. */
  offer(key: number, doc: number): boolean {
    if (key <= this.least) return false;
    this.kept.push({ key, doc });
    if (this.kept.length <= 2 * this.most + 64) return false;
    this.cut();
    return true;
  }

  /** What is kept, the largest key first. */
  sorted(): number[] {
    this.cut();
    return this.kept.map(({ doc }) => doc);
  }

  private cut(): void {
    this.kept.sort((a, b) => b.key - a.key);
    if (this.kept.length < this.most) return;
    this.kept.length = this.most;
    this.least = this.kept.at(-1)?.key ?? Infinity;
  }
}
