# imgd in a container: the service as an ordinary user on a read-only root, everything it keeps in /data.
# `docker build -t imgd .`; docs/operations.md says how it is run.

FROM node:24-trixie-slim AS build
# The runtime comes from the package `node`; its binary wants libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/imgd
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE ./
RUN npm ci --omit=dev
COPY bin bin
COPY src src
COPY web web
# The browser application is built here, so that what builds it stays behind.
RUN node_modules/.bin/node --input-type=module -e "await (await import('./src/cli/web-build.ts')).buildWebApp()" \
  && npm uninstall --no-save --omit=dev vite preact @uppy/core @uppy/xhr-upload \
  && rm -rf web/src web/*.ts web/*.json web/index.html web/dist.lock package-lock.json .npmrc tsconfig.json \
  && rm -rf node_modules/node/node_modules

FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin imgd \
  && install -d -o imgd -g imgd -m 0700 /data
COPY --from=build /opt/imgd /opt/imgd
ENV PATH=/opt/imgd/node_modules/.bin:$PATH IMGD_HOST=0.0.0.0 IMGD_DATA_DIR=/data
WORKDIR /opt/imgd
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.IMGD_PORT || 8080) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/imgd.js"]
CMD ["serve"]
