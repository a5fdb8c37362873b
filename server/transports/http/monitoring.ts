// Monitoring endpoints: /livez, /readyz and /metrics.
import { Router, type Request, type Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobCounts } from '../../database/jobQueueHealth.ts';
import type { HealthService } from '../../modules/setup/health/health.service.ts';
import { equalSecrets } from '../../shared/secrets.ts';
import { pagePaths } from './page.ts';

interface Options {
  services: {
    health: HealthService;
    countJobs(): Promise<JobCounts>;
  };
  /** Null: there is no /metrics. */
  metricsToken: string | null;
  /** Whether the process is about to end. */
  isClosing: () => boolean;
}

const stateValue = { ok: 1, off: 0, failing: -1 } as const;

/** Files have no route of their own; they are told apart by their folder. */
const folders = new Set(['assets', 'locales', 'media', 'graphiql']);

/**
 * The label of an answered request: the route that has answered it, as it is written in the code, so that what callers
 * write into a path makes no label. `page` is the page, `other` what no route has answered.
 */
function routeLabel({ originalUrl, route }: Pick<Request, 'originalUrl' | 'route'>): string {
  const matched = (route as { path?: unknown } | undefined)?.path;
  if (typeof matched === 'string') return matched.replaceAll(/:(\w+)/g, '{$1}');
  if (matched === pagePaths) return 'page';
  const [, folder = ''] = originalUrl.split(/[/?]/, 2);
  return folders.has(folder) ? `/${folder}` : 'other';
}

const isStream = (response: Response): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/**
 * `/livez` answers while the process runs; `/readyz` answers 503 while a vital part fails, with the state of each, and
 * when it is about to end, so that a balancer goes elsewhere, and waits for nobody outside; `/metrics` answers Prometheus' text to
 * those who bear the token.
 */
export function monitoring({ services, metricsToken, isClosing }: Options): Router {
  const router = Router();
  const registry = new Registry();
  if (metricsToken !== null) {
    collectDefaultMetrics({ register: registry, prefix: 'loadout_' });
    const duration = new Histogram({
      name: 'loadout_http_request_seconds',
      help: 'Time from a request to its answer',
      labelNames: ['method', 'path', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    const part = new Gauge({
      name: 'loadout_part_state',
      help: 'State of a part: 1 ok, 0 off, -1 failing',
      labelNames: ['part'],
      registers: [registry],
      async collect() {
        const { parts } = await services.health.check();
        for (const { name, state } of parts) this.set({ part: name }, stateValue[state]);
      },
    });
    part.reset();
    const jobs = new Gauge({
      name: 'loadout_jobs',
      help: 'Jobs of the queue: due now, later (after a failure, or at their time), given up',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        try {
          const { due, later, givenUp } = await services.countJobs();
          this.set({ state: 'due' }, due);
          this.set({ state: 'later' }, later);
          this.set({ state: 'given up' }, givenUp);
        } catch {
          // While the database is away the other metrics are wanted most.
          this.reset();
        }
      },
    });
    jobs.reset();
    router.use((request, response, next) => {
      const end = duration.startTimer({ method: request.method });
      response.once('close', () => {
        // A stream is long, and not slow.
        if (!isStream(response))
          end({ path: routeLabel(request), status: String(response.statusCode) });
      });
      next();
    });
  }

  router.get('/livez', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (isClosing()) {
      response.status(503).json({ status: 'closing', parts: [] });
      return;
    }
    const { status, parts } = await services.health.ready();
    // Anybody may ask, so it is said which part fails and not why.
    const states = parts.map(({ name, state }) => ({ name, state }));
    response.status(status === 'ok' ? 200 : 503).json({ status, parts: states });
    // Who is outside is asked for the next time.
    void services.health.check();
  });
  router.get('/metrics', async (request, response, next) => {
    const given = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1];
    if (metricsToken === null) {
      next();
      return;
    }
    if (given === undefined || !equalSecrets(given, metricsToken)) {
      response
        .status(401)
        .setHeader('WWW-Authenticate', 'Bearer')
        .type('text')
        .send('The token is missing or wrong\n');
      return;
    }
    response.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}
