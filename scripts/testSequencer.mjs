// The order in which Jest runs the files: as it would by itself, but those of the server first. They wait for PostgreSQL and
// for clocks, and the browser tests beside them fill that time; the components' wait for nothing, and fill the end alone.
import Sequencer from '@jest/test-sequencer';

const isOfClient = ({ context }) => context.config.displayName?.name === 'client';

export default class ServerFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter((test) => !isOfClient(test)), ...sorted.filter(isOfClient)];
  }
}
