# imgd in a container: the service as an ordinary user on a read-only root, everything it keeps in /data.
# `docker build -t imgd .`; docs/operations.md says how it is run.

FROM node:26-trixie-slim AS build
WORKDIR /src
COPY . .
# No install scripts: the npm package `node` would bring a second Node.js.
RUN npm ci --ignore-scripts && npm pack
WORKDIR /opt/imgd
RUN npm install --ignore-scripts /src/imgd-*.tgz

FROM node:26-trixie-slim
# The sandbox of decoders, for runtimes that allow user namespaces in containers.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin imgd \
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
ARG VERSION=unreleased
LABEL org.opencontainers.image.title=imgd org.opencontainers.image.licenses=MIT org.opencontainers.image.version=$VERSION
ENTRYPOINT ["imgd"]
CMD ["serve"]
