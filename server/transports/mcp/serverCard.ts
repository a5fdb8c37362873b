// /.well-known/ai-catalog.json: the MCP server card for clients that know only the site.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Router, type RequestHandler } from 'express';
import { limits } from '../../config/limits.ts';
import { refuseMethod } from '../rest/sendProblem.ts';

const catalogPath = '/.well-known/ai-catalog.json';

/** Version of the card. Like /api/v1/health it does not reveal the product's version to visitors. */
const version = '1.0.0';

interface Options {
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
  /** Path of the MCP endpoint. */
  path: string;
}

interface DoorOptions extends Options {
  count: RequestHandler;
}

/** The host in reverse domain order, as names of cards require; an IP address stays as it is. */
const reversed = (host: string): string =>
  isIP(host) ? host.replaceAll(':', '-') : host.split('.').toReversed().join('.');

/** A card (SEP-2127) in a catalogue (AI Catalog 1.0). */
function createCatalog({ publicUrl, path }: Options): object {
  const host = new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '');
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reversed(host)}/loadout`,
    title: 'Loadout',
    version,
    description:
      'The company’s catalogue of AI services: what is used, by whom, and which data may go in.',
    remotes: [
      {
        type: 'streamable-http',
        url: publicUrl + path,
        supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
        headers: [
          {
            name: 'Authorization',
            description: `A token that the person makes in the profile: ${publicUrl}/profile/tokens`,
            value: 'Bearer {token}',
            isRequired: true,
            isSecret: true,
            variables: {
              token: {
                description: 'Shown once, when it is made',
                placeholder: 'lo_…',
                isRequired: true,
                isSecret: true,
              },
            },
          },
        ],
      },
    ],
  };
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${host.replaceAll(':', '-')}:mcp:loadout`,
        type: 'application/mcp-server-card+json',
        data: card,
      },
    ],
  };
}

/** Answers everybody without identifying the caller; constant until the next start. */
export function createServerCard({ count, ...options }: DoorOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const catalog = JSON.stringify(createCatalog(options));
  // Weak, because the compressed answer has the same tag.
  const tag = `W/"${createHash('sha256').update(catalog).digest('base64url')}"`;
  router.get(catalogPath, count, (_request, response) => {
    response
      .setHeader('Cache-Control', `public, max-age=${limits.mcp.cardMs / 1000}`)
      .setHeader('ETag', tag)
      .type('application/ai-catalog+json; charset=utf-8')
      .send(catalog);
  });
  router.all(catalogPath, (_request, response) => refuseMethod(response, ['GET', 'HEAD']));
  return router;
}
