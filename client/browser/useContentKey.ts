/** Idempotency key of a form's content: other content is another request. */
import { useRef } from 'react';
import { randomId } from './randomId.ts';

export function useContentKey(): (content: unknown) => string {
  const sent = useRef({ content: '', key: '' });
  return (given) => {
    const content = JSON.stringify(given);
    if (sent.current.content !== content) sent.current = { content, key: randomId() };
    return sent.current.key;
  };
}
