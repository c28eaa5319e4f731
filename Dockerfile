# The single file in an image with glibc and libstdc++ and little else. scripts/package makes it:
#
#   ./scripts/package && docker build -t kontor -f Dockerfile dist
#   docker run --name kontor --read-only --tmpfs /tmp -v kontor:/data \
#     -v kontor-backups:/backups -p 127.0.0.1:4200:4200 kontor
#   docker exec kontor kontor backup /backups
#   docker stop kontor
#   docker run --rm --read-only -v again:/data -v kontor-backups:/backups kontor restore /backups
#
# To /tmp only kontor backup verify writes, a copy of the database, and kontor demo.
# Plain HTTP leaves the container only towards this machine: put a proxy with TLS in front of it.
# Files of others are opened without compiled code, under Node's permissions. A second wall around
# them takes bubblewrap in the image (apt-get install bubblewrap) and a container that may make user
# namespaces: see "Files of others" in the manual for operators.
# Built and run by Docker 20.10.24 of Debian 12, without BuildKit and without network.
FROM debian:12-slim
ARG VERSION=0.1.0
COPY kontor-${VERSION}-linux-x64 /usr/local/bin/kontor
# Executable as it is made; what was fetched by other means is not, and COPY --chmod needs BuildKit.
# Unpacked here once, so that a container starts at once and needs no other folder to write to.
ENV KONTOR_CACHE_DIR=/opt/kontor
RUN find /usr/local/bin/kontor ! -perm -755 -exec chmod 755 {} + \
 && kontor --version \
 && chmod -R a+rX /opt/kontor \
 && useradd --user-group --no-create-home --shell /usr/sbin/nologin --uid 10001 kontor \
 && install -d -o kontor -g kontor -m 700 /data /backups
USER kontor
VOLUME /data
EXPOSE 4200
# Settings and no flags, so that commands in the container (docker exec) have them, too.
ENV KONTOR_DATA_DIR=/data KONTOR_HOST=0.0.0.0 KONTOR_PORT=4200 KONTOR_INSECURE_HTTP=true
STOPSIGNAL SIGTERM
# It asks the server through the socket in the folder, so TLS and another port change nothing.
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 \
  CMD ["kontor", "top", "--once"]
ENTRYPOINT ["kontor"]
CMD ["serve"]
