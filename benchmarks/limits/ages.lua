-- Sends the time of each request as its id, by which a response tells its own age.
-- After a refusal a client waits for Retry-After, as the guide says. wrk does not tell whose pause it asks for: any pause is as good.
-- Prints the number of responses by status, and the greatest age of those with a status in milliseconds.
local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds; long microseconds; } timeval;
  int gettimeofday(timeval *now, void *zone);
]])
local now = ffi.new("timeval")
local threads = {}

local function milliseconds()
  ffi.C.gettimeofday(now, nil)
  return tonumber(now.seconds) * 1000 + tonumber(now.microseconds) / 1000
end

function setup(thread)
  table.insert(threads, thread)
end

function init()
  served, refused, others, latest_served, latest_refused = 0, 0, 0, 0, 0
  pauses = {}
end

function request()
  wrk.headers["X-Request-ID"] = string.format("%.3f", milliseconds())
  return wrk.format()
end

function delay()
  return table.remove(pauses) or 0
end

function response(status, headers)
  local age = milliseconds() - (tonumber(headers["X-Request-ID"]) or 0)
  if status == 200 then
    served, latest_served = served + 1, math.max(latest_served, age)
  elseif status == 503 and headers["Retry-After"] then
    refused, latest_refused = refused + 1, math.max(latest_refused, age)
    table.insert(pauses, 1000 * headers["Retry-After"])
  else
    others = others + 1
  end
end

function done(summary)
  local thread, errors = threads[1], summary.errors
  local lost = thread:get("others") + errors.connect + errors.read + errors.write + errors.timeout
  print(string.format("served %d, at most %.0f ms", thread:get("served"), thread:get("latest_served")))
  print(string.format("refused %d, at most %.0f ms", thread:get("refused"), thread:get("latest_refused")))
  print(string.format("lost %d", lost))
end
