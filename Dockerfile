# Builds with docker, podman and buildah, on python:3.13-slim or any Debian base with Python 3.13 and venv.
ARG BASE_IMAGE=python:3.13-slim
# The base with the CA bundle and pip configuration of this machine (deploy/container/base-image.sh), for the build stage only.
ARG BUILDER_IMAGE=${BASE_IMAGE}

FROM ${BUILDER_IMAGE} AS build
WORKDIR /build
# So that compiled files are the same bytes each time.
ENV PYTHONHASHSEED=0
# Pins every file by its hash (make lock).
COPY deploy/container/requirements.txt ./
# pip runs from a second venv, so that the image contains none.
RUN python3 -m venv /opt/pip \
    && python3 -m venv --without-pip /opt/venv \
    && /opt/pip/bin/pip --python /opt/venv install --no-cache-dir --no-compile --require-hashes --requirement requirements.txt \
    && find /opt/venv/lib -depth -type d -name tests -exec rm -r {} + \
    && python3 -m compileall -q --invalidation-mode unchecked-hash /opt/venv/lib
WORKDIR /app
COPY LICENSE openapi.yaml ./
COPY service/ service/
COPY verify/ verify/
COPY docs/ docs/
# The guides are rendered here, so that the image needs none of their sources.
RUN PYTHONDONTWRITEBYTECODE=1 /opt/venv/bin/python -m service.pages.guides.render service/pages/guides/rendered && rm -r docs
RUN python3 -m compileall -q --invalidation-mode unchecked-hash service

FROM ${BASE_IMAGE}
# Removes pip, and everything that could install it again.
RUN rm -rf /usr/local/bin/pip* /usr/local/lib/python3.*/site-packages/pip* \
    /usr/local/lib/python3.*/ensurepip /usr/lib/python3.*/ensurepip /usr/share/python-wheels
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PORT=8000
USER 10001:10001
EXPOSE 8000
# A connection is enough: gunicorn itself restarts a worker that hangs, and a busy replica must not be restarted.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import os, socket; socket.create_connection(('127.0.0.1', int(os.environ['PORT'] or 8000)), 2)"]
CMD ["python", "-m", "service.server"]
ARG BASE_IMAGE
ARG BASE_DIGEST=unknown
ARG VERSION=unknown
ARG REVISION=unknown
ARG CREATED=unknown
ARG SOURCE=unknown
# `dealer_build_info` of /metrics has it.
ENV SOURCE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="shuffle-and-deal" \
    org.opencontainers.image.description="A stateless HTTP service that shuffles decks, draws unique random integers and deals hands." \
    org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}" \
    org.opencontainers.image.created="${CREATED}" \
    org.opencontainers.image.source="${SOURCE}" \
    org.opencontainers.image.base.name="${BASE_IMAGE}" \
    org.opencontainers.image.base.digest="${BASE_DIGEST}"
