// OpenAPI description of the notification stream, which no route of the table answers.
import type { JsonSchema } from './envelopes.ts';
import { refusalAnswers } from './openapiRefusals.ts';

export const notificationStreamPath = '/api/v1/notifications/stream';

export const notificationStreamOperation: JsonSchema = {
  operationId: 'get_notifications_stream',
  tags: ['notifications'],
  summary: 'What one is told, as it comes, as server-sent events.',
  description:
    'What one is told, as it comes, as server-sent events, for a person in a browser. `unread` comes first and whenever the number changes: `{"unread": 2}`. `notification` bears `id` (its `seq`), and as data the notification with `knowledgeId` in place of `knowledgeItem`. `end` says that no other stream should be opened: `{"reason": "replaced"}` by a newer one of the same person, or `"sessionEnded"`. A stream that ends without it is opened again.',
  security: [{ session: [] }],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description:
        'The last id that was read: what came since is told first. Without it only what comes.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: {} } } },
    ...refusalAnswers({
      method: 'get',
      path: notificationStreamPath,
      role: 'USER',
      refusals: ['FORBIDDEN', 'UNAVAILABLE'],
    }),
  },
};
