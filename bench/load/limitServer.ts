// Upper bound: bare node:http with one prepared statement. Prints its port; reads DATABASE_URL.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { limits } from '../../server/config/limits.ts';

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: limits.database.poolMax,
});

// The twelve rows are found first: columns beside OFFSET would be computed for skipped rows too.
const page = `
  select json_build_object('data', json_build_object('searchKnowledge', json_build_object(
    'total', (select count(*) from bench.cards),
    'items', (select json_agg(card) from (
      select id::text, title_ru as "titleRu", title_en as "titleEn", description_ru as "descriptionRu",
        description_en as "descriptionEn", image_url as "imageUrl", source_url as "sourceUrl",
        likes_count as "likesCount", use_cases_count as "useCasesCount", admin_visibility as "adminVisibility", tags,
        exists (select from item_likes where user_id = $1 and item_id = cards.id) as "isLiked",
        (select count(*) from use_cases where user_id = $1 and item_id = cards.id and deleted_at is null)
          as "ownUseCasesCount",
        (select count(*) from bench.experts where item_id = cards.id) as "expertsCount",
        (select json_agg(expert) from (
          select users.id::text, name, avatar_url as "avatarUrl"
          from bench.experts join users on users.id = user_id
          where item_id = cards.id
          order by likes_total desc, cases_count desc, user_id limit 3
        ) as expert) as experts
      from (select id as shown from bench.cards order by likes_count desc, id limit 12 offset $2) as page
        join bench.cards on cards.id = shown
      order by likes_count desc, id
    ) as card)
  )))::text as body`;

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://limit');
  pool
    .query<{ body: string }>({
      name: 'page',
      text: page,
      values: [Number(searchParams.get('user')), Number(searchParams.get('skip'))],
    })
    .then(
      ({ rows }) => {
        const body = Buffer.from(rows[0]?.body ?? '');
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.length,
        });
        response.end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
});

server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
