// How Jest loads the modules of the components' tests: once in a worker. Jest loads them anew for every file, some 700 of
// them; that took longer than most tests, and the code never got warm. What a file needs in its first state comes anew all
// the same: the file itself, the set-up, and the part of Jest that knows `test` and `expect`. While Jest watches, everything.
import Runtime from 'jest-runtime';

let kept = null;
let files = 0;

/** What renders nothing is quickly loaded, and often asks for a module's first state: modules and a window of its own. */
export const hasOwnModules = ({ watch, watchAll }, testPath) =>
  watch || watchAll || testPath.endsWith('.ts');

/** Jest's runtime of a file (`runtime` in the configuration): the first one of a worker has the modules of all. */
export default class KeptRuntime extends Runtime {
  #setUp;
  #holder;

  constructor(...given) {
    super(...given);
    const [config, , , , , , testPath, globalConfig] = given;
    files += 1;
    this.#setUp = config.setupFilesAfterEnv;
    this.#holder = hasOwnModules(globalConfig, testPath) ? this : (kept ??= this);
  }

  async unstable_importModule(from, moduleName) {
    const isSetUp = moduleName === undefined && this.#setUp.includes(from);
    const name = isSetUp ? `${from}?${files}` : moduleName;
    return this.#holder === this
      ? super.unstable_importModule(from, name)
      : this.#holder.unstable_importModule(from, name);
  }

  getSourceMaps() {
    return this.#holder === this ? super.getSourceMaps() : this.#holder.getSourceMaps();
  }

  teardown() {
    if (kept === this) this.restoreAllMocks();
    else super.teardown();
  }
}
