// Whoever has written reads it back: a mutation reads from the primary, and so do the writer's next requests until the
// replica has seen the write.
import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from './context.ts';

export const readYourWrites: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        if (operation?.operation === 'mutation') contextValue.services.reads.stayOnPrimary();
      },
      async willSendResponse({ operation, contextValue }) {
        const { viewer, services } = contextValue;
        if (operation?.operation !== 'mutation' || viewer.kind !== 'member') return;
        try {
          await services.reads.noteWrite(viewer.user.id);
        } catch (err) {
          // The write itself is done and must not be answered as a failure.
          services.log.warn(
            { err },
            'A write was not noted: its writer may not see it for a moment',
          );
        }
      },
    };
  },
};
