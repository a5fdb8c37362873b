// Says in the end how many cells of the matrix were looked at, and how many were not as they should be.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class CellCount implements Reporter {
  private cells = 0;
  private faults = 0;

  onTestEnd(_test: TestCase, result: TestResult): void {
    this.cells += result.annotations.filter(({ type }) => type === 'cell').length;
    this.faults += result.errors.length;
  }

  onEnd(): void {
    console.log(
      `${this.cells} cells (state × language × width × colour mode), ${this.faults} faults`,
    );
  }
}
