/** GraphiQL explorer on the published schema file. */
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { GraphiQL } from 'graphiql';
import { buildSchema } from 'graphql';
import { createRoot } from 'react-dom/client';

const example = `# Every type and field is described: open the documentation on the left.
query Catalogue {
  searchKnowledge(search: "изображения", perPage: 5) {
    total
    items {
      id
      titleRu
      titleEn
      sourceUrl
      isLiked
      likesCount
      experts {
        name
        likesTotal
      }
    }
  }
}
`;

const answer = await fetch('/schema.graphql', { headers: { Accept: 'text/plain' } });
const root = document.getElementById('graphiql');
if (!root) throw new Error('The page has no place for GraphiQL');

const fetcher = async (operation: unknown): Promise<never> => {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(operation),
  });
  return (await response.json()) as never;
};

createRoot(root).render(
  <GraphiQL fetcher={fetcher} schema={buildSchema(await answer.text())} defaultQuery={example} />,
);
