# The trial server. It serves others than its own machine, so it needs VOIRDIRE_TRIAL_TOKEN.
FROM python:3.11-slim

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
# A volume takes the owner of the folder that it is mounted on.
RUN useradd --create-home --uid 1000 court && install -d -o court -g court -m 700 /home/court/trials
WORKDIR /app

COPY requirements-server.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-server.lock
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir --no-deps --no-build-isolation .

USER court
EXPOSE 7860
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:7860/health', timeout=4)"]
CMD ["voirdire", "trial", "serve", "--host", "0.0.0.0", "--port", "7860", "--ledgers", "/home/court/trials"]
