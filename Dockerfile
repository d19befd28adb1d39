# One image per process: docker build --target site|api|releases|releases-cli|operator|sandbox -t carry-site .
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run package

FROM node:24-bookworm-slim AS run
ENV NODE_ENV=production
WORKDIR /app
RUN install -d -o node -g node /var/lib/carry /backups
USER node
# Start it with --read-only and a volume for each folder that a process writes (docs/operations/README.md lists them).
STOPSIGNAL SIGTERM
CMD ["node", "server.js"]

FROM run AS site
COPY --from=build /src/out/site ./
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

FROM run AS api
COPY --from=build /src/out/api ./
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.API_PORT || 4000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

FROM run AS releases
USER root
RUN apt-get update && apt-get install -y --no-install-recommends chromium && rm -rf /var/lib/apt/lists/*
USER node
ENV CHROMIUM_PATH=/usr/bin/chromium
COPY --from=build /src/out/releases ./
EXPOSE 4200
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.RELEASES_PORT || 4200}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

FROM releases AS releases-cli
HEALTHCHECK NONE
ENTRYPOINT ["node", "server.js"]
CMD ["--help"]

# docker run --rm --network … -e DATABASE_URL=… -v …:/backups carry-operator backup /backups/carry.gz
FROM run AS operator
COPY --from=build /src/out/operator ./
ENTRYPOINT ["node", "server.js"]
CMD ["--help"]

FROM run AS sandbox
COPY --from=build /src/out/sandbox ./
EXPOSE 4100 4101
