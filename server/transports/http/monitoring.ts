// Monitoring endpoints: /livez, /readyz and /metrics.
import { Router, type Request, type Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobCounts } from '../../database/jobQueue.ts';
import type { HealthService } from '../../modules/setup/health/health.service.ts';
import { equalSecrets } from '../../shared/secrets.ts';
import { pagePaths } from './page.ts';

interface Options {
  services: {
    health: HealthService;
    countJobs(): Promise<JobCounts>;
  };
  /** Null disables /metrics. */
  metricsToken: string | null;
  /** True when the process is about to end. */
  isClosing: () => boolean;
}

const stateValue = { ok: 1, off: 0, failing: -1 } as const;

/** Folders of files, which have no routes. */
const folders = new Set(['assets', 'locales', 'media', 'graphiql']);

/**
 * The label of an answered request: the pattern of its route, so that paths of callers create no labels. `page` is the page,
 * `other` a request without a route.
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

/** Default metrics, states of the parts and jobs; returns the durations of requests, which the caller observes. */
function registerMetrics(
  registry: Registry,
  services: Options['services'],
): Histogram<'method' | 'path' | 'status'> {
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
        // The other metrics must work while the database is down.
        this.reset();
      }
    },
  });
  jobs.reset();
  return duration;
}

/**
 * `/livez` answers while the process runs. `/readyz` answers 503 while a vital part fails, with the state of each part, and before
 * the process ends, so that a balancer moves on; it waits for no external service. `/metrics` returns Prometheus' format to callers
 * with the token.
 */
export function monitoring({ services, metricsToken, isClosing }: Options): Router {
  const router = Router();
  const registry = new Registry();
  if (metricsToken !== null) {
    const duration = registerMetrics(registry, services);
    router.use((request, response, next) => {
      const end = duration.startTimer({ method: request.method });
      response.once('close', () => {
        // The duration of a stream says nothing about speed.
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
    // Everybody may call it, so it tells which part fails but not why.
    const states = parts.map(({ name, state }) => ({ name, state }));
    response.status(status === 'ok' ? 200 : 503).json({ status, parts: states });
    // Checks external services for the next call.
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
