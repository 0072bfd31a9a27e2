/** Service: which requests are sent again, when, and what is thrown. A server gives one answer to each connection. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { NoResponse, Problem, Service, ServiceError } from "shuffle-and-deal";
import { clock } from "./node_modules/shuffle-and-deal/service.mjs";

// Each answer ends its connection, and says so: a client would take the connection again before it saw the end.
const CLOSE = "Connection: close\r\n";
const HEAD = `HTTP/1.1 200 OK\r\n${CLOSE}Content-Type: `;
const OK = `${HEAD}application/json\r\nContent-Length: 11\r\n\r\n{"cards":1}`;
const BUSY = `HTTP/1.1 503 Busy\r\n${CLOSE}Content-Length: 0\r\n`;
const TOO_MANY = `HTTP/1.1 429 Too Many Requests\r\n${CLOSE}Content-Length: 0\r\n`;
const HTML = `HTTP/1.1 502 Bad Gateway\r\n${CLOSE}Content-Type: text/html\r\nContent-Length: 5\r\n\r\n<h1>\n`;
const CHUNKED = `${HEAD}application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
const after = (answer, time) => `${answer}Retry-After: ${time}\r\n\r\n`;
const dateIn = (seconds) => new Date(Date.now() + 1000 * seconds).toUTCString();

/** Return what a call gets, or its error, and the requests. An answer is a text, or a function of the socket. */
async function call(
  answers,
  options = {},
  [path, body] = ["/path", { count: 1 }],
  prefix = "",
) {
  const requests = [];
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    let request = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      request += bytes;
      if (!request.endsWith(body ? JSON.stringify(body) : "\r\n\r\n")) return;
      const answer = answers[requests.push(request) - 1];
      if (typeof answer === "function") answer(socket);
      else socket.end(answer);
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const service = new Service(
    `http://127.0.0.1:${server.address().port}${prefix}`,
    options,
  );
  const result = await service.call(path, body).catch((error) => error);
  for (const socket of sockets) socket.destroy();
  server.close();
  assert.equal(requests.length, answers.length);
  return { result, requests };
}

const AGAIN = {
  "no answer": "",
  "a reset": (socket) => socket.resetAndDestroy(),
  "half a head": "HTTP/1.1 200 OK\r\nContent-",
  "half a body": OK.slice(0, -3),
  "half a body without a length": `${HEAD}application/json\r\n\r\n{"cards":`,
  "half a body that is reset": async (socket) => {
    socket.write(OK.slice(0, -3));
    await sleep(50); // so that some clients have read the head
    socket.resetAndDestroy();
  },
  "a chunk without an end": `${CHUNKED}9\r\n{"car`,
  "half a refusal":
    'HTTP/1.1 422 No\r\nContent-Type: application/problem+json\r\nContent-Length: 99\r\n\r\n{"ti',
  busy: after(BUSY, 0),
  "busy until a date": after(BUSY, dateIn(-1)),
  "busy until an old form of a date": after(
    BUSY,
    "Sunday, 06-Nov-94 08:49:37 GMT",
  ),
  "busy until a time that cannot be read": after(BUSY, "soon"),
  "too many requests": after(TOO_MANY, 0),
  "a proxy's page": HTML,
};

for (const [name, answer] of Object.entries(AGAIN))
  test(`the same request is sent again after ${name}`, async () => {
    const { result, requests } = await call([answer, OK]);
    assert.deepEqual(result, { cards: 1 });
    const [first, second] = requests.map((request) =>
      request.split("\r\n\r\n"),
    );
    assert.equal(first[0].split("\r\n")[0], "POST /path HTTP/1.1");
    assert.equal(first[1], '{"count":1}');
    assert.deepEqual(first, second);
  });

/** Let no time pass but that of the pauses, which are returned, and by `pass`, and end no try by itself. */
function stopClock({ mock }) {
  const pauses = [];
  const tries = [];
  let now = 0;
  const pass = (seconds) => {
    now += seconds;
  };
  mock.method(clock, "now", () => now);
  mock.method(clock, "sleep", async (seconds) => {
    pass(seconds);
    pauses.push(seconds);
  });
  mock.method(clock, "abortAfter", (seconds) => {
    const controller = new AbortController();
    tries.push({
      seconds,
      end: () =>
        controller.abort(new DOMException("It is late", "TimeoutError")),
    });
    return controller.signal;
  });
  return { pauses, tries, pass };
}

test("an answer is awaited for `timeout` and asked for again", async (context) => {
  const { tries } = stopClock(context);
  const late = () => tries.at(-1).end();
  const slow = (socket) => socket.write(OK.slice(0, -3), late); // the body never ends
  const { result } = await call([late, slow, OK], { timeout: 0.2 });
  assert.deepEqual(result, { cards: 1 });
  assert.deepEqual(
    tries.map(({ seconds }) => seconds),
    [0.2, 0.2, 0.2],
  );
});

test("an answer is awaited no longer than the deadline", async (context) => {
  const timeout = context.mock.method(
    AbortSignal,
    "timeout",
    () => new AbortController().signal,
  );
  clock.abortAfter(0.4);
  assert.deepEqual(timeout.mock.calls[0].arguments, [400]);
  const { tries, pass } = stopClock(context);
  const late = () => {
    pass(tries.at(-1).seconds);
    tries.at(-1).end();
  };
  const never = (socket) => socket.write("HTTP/1.1 200 OK\r\n", late);
  const { result } = await call([never], { timeout: 60, deadline: 0.4 });
  assert(result instanceof NoResponse && result instanceof ServiceError);
  assert.deepEqual(
    tries.map(({ seconds }) => seconds),
    [0.4],
  );
});

test("the time that Retry-After names is waited for, and some more, unless it is beyond the deadline", async (context) => {
  const { pauses } = stopClock(context);
  for (const [time, least] of [
    ["60", 60],
    [dateIn(3600), 3000],
  ]) {
    const { result } = await call([after(BUSY, time)], { deadline: 59 });
    assert(result instanceof Problem && pauses.length === 0);
    assert.equal(result.status, 503);
    assert(result.retryAfter >= least && result.retryAfter <= 3600);
    assert.deepEqual(
      (await call([after(BUSY, time), OK], { deadline: 4000 })).result,
      { cards: 1 },
    );
    const [pause, ...others] = pauses.splice(0);
    assert(
      pause >= least && pause <= 3600.25 && others.length === 0,
      `${pause}`,
    );
  }
});

test("other times are no times", async (context) => {
  stopClock(context);
  for (const time of [
    "",
    "-1",
    "1.5",
    "tomorrow",
    "Wed, 99 Foo 2026 00:00:00 GMT",
    "Wed",
    "²",
  ]) {
    const { result } = await call([after(BUSY, time)], { deadline: 0.01 });
    assert.equal(result.retryAfter, null, time);
  }
  assert.equal(
    (await call([after(BUSY, dateIn(-60))], { deadline: 0 })).result.retryAfter,
    0,
  );
});

test("a service that is away is asked until the deadline, after longer and longer pauses", async (context) => {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  const { pauses } = stopClock(context);
  await assert.rejects(
    new Service(`http://127.0.0.1:${port}`, { deadline: 10 }).call("/path"),
    {
      name: "NoResponse",
      message: /ECONNREFUSED/,
    },
  );
  const longest = [0.1, 0.2, 0.4, 0.8, 1.6];
  assert(
    pauses.every(
      (pause, number) =>
        pause <= (longest[number] ?? 2) && pause >= (longest[number] ?? 2) / 2,
    ),
  );
  const sum = pauses.reduce((total, pause) => total + pause);
  assert(sum > 8 && sum < 10, `${pauses}`);
});

test("a refusal has its members, and is not sent again", async () => {
  const members = {
    type: "/v1/problems/x",
    title: "A value is refused",
    detail: "conut: Unknown.",
    errors: { conut: ["Unknown."] },
    request_id: "7",
  };
  const { result } = await call([
    `HTTP/1.1 422 No\r\nConnection: close\r\n\r\n${JSON.stringify(members)}`,
  ]);
  assert(
    result instanceof Problem &&
      result instanceof ServiceError &&
      result instanceof Error,
  );
  const {
    status,
    type,
    title,
    detail,
    errors,
    requestId,
    retryAfter,
    name,
    message,
  } = result;
  const { request_id: id, ...others } = members;
  assert.deepEqual(
    { type, title, detail, errors, requestId },
    { ...others, requestId: id },
  );
  assert.deepEqual(
    [status, retryAfter, name, message],
    [422, null, "Problem", "422 conut: Unknown."],
  );
  const { result: page } = await call([
    "HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n[1]",
  ]);
  assert.deepEqual(
    [page.status, page.type, page.detail, page.errors, page.requestId],
    [404, "about:blank", "Not Found", {}, null],
  );
  const { result: moved } = await call([
    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
  ]);
  assert.deepEqual([moved.status, moved.detail], [302, "Found"]);
});

test("a page in place of JSON is an error of the service, and so are members of other types", async () => {
  const { result } = await call([
    `${HEAD}Text/HTML; charset=utf-8\r\n\r\n<h1>`,
  ]);
  assert.equal(result.name, "ServiceError");
  for (const errors of [null, [], "x", 1])
    assert.deepEqual(new Problem(422, { errors }, null).errors, {});
});

test("JSON, text and bytes are told apart; a path may follow a prefix; the key is sent", async () => {
  const get = async (type, body) =>
    (await call([`${HEAD}${type}\r\n\r\n${body}`], {}, ["/v1/x?max=49"]))
      .result;
  assert.equal(
    await get("text/plain; charset=utf-8", "47 25 é\n"),
    "47 25 é\n",
  );
  assert.equal(
    await get("application/x-ndjson", '{"a":1}\n{"a":2}\n'),
    '{"a":1}\n{"a":2}\n',
  );
  assert.deepEqual(await get("application/jwk-set+json", '{"a":1}'), { a: 1 });
  assert.equal(await get("image/svg+xml", "<svg/>"), "<svg/>");
  assert.deepEqual(
    await get("application/x-npy", "\x01a"),
    new Uint8Array([1, 97]),
  );
  const latin = (socket) =>
    socket.end(
      Buffer.from(`${HEAD}application/x-pbn\r\n\r\n\xe9\x80`, "latin1"),
    );
  assert.equal((await call([latin], {}, ["/v1/x"])).result, "\xe9\x80");
  assert.equal(
    await get("application/x-pbn; charset=utf-8", '[Event "Zürich 上海"]'),
    '[Event "Zürich 上海"]',
  );
  const { requests } = await call(
    [OK],
    { key: "secret" },
    ["/v1/decks"],
    "/cards/",
  );
  assert.match(
    requests[0],
    /^GET \/cards\/v1\/decks HTTP\/1.1\r\n[^]*authorization: bearer secret\r\n/i,
  );
  assert.throws(() => new Service("ftp://localhost"), TypeError);
  assert.throws(
    () => new Service("http://localhost", { key: "line\nfeed" }),
    TypeError,
  );
  await assert.rejects(
    new Service("http://127.0.0.1:1").call("/path", { big: 1n }),
    TypeError,
  );
});

test("a fetch of one's own is used", async () => {
  const asked = [];
  const fetch = async (address, { method }) => {
    asked.push(`${method} ${address}`);
    if (asked.length === 1) throw new TypeError("lost");
    return new Response('{"a":1}', {
      headers: { "Content-Type": "application/json" },
    });
  };
  assert.deepEqual(
    await new Service("http://cards.example", { fetch }).call("/v1/decks"),
    { a: 1 },
  );
  assert.deepEqual(asked, Array(2).fill("GET http://cards.example/v1/decks"));
});
