# Built in two steps: one with everything, one with what runs. The data live in a PostgreSQL of your own (DATABASE_URL).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV APP_ENV=production NODE_ENV=production DATA_DIR=/data PORT=5176 HOST=0.0.0.0
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/schema schema
COPY --from=build --chown=root:root /app/migrations migrations
COPY --from=build --chown=root:root /app/client/i18n/locales client/i18n/locales
COPY --from=build --chown=root:root /app/server server
COPY --from=build --chown=root:root /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 5176
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 5176) + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
