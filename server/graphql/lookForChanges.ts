// The index of the search takes in what somebody has just written, before anybody searches behind it.
import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from './context.ts';

/** A hint: who searches is told by the database whether the index is behind. */
export const lookForChanges: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ operation, contextValue, response: { body } }) {
        const isDone = body.kind === 'single' && Boolean(body.singleResult.data);
        if (isDone && operation?.operation === 'mutation') contextValue.services.searchIndex.look();
      },
    };
  },
};
