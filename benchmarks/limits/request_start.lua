-- Sends the time of each request in X-Request-Start, as nginx does.
local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds; long microseconds; } timeval;
  int gettimeofday(timeval *now, void *zone);
]])
local now = ffi.new("timeval")

function request()
  ffi.C.gettimeofday(now, nil)
  wrk.headers["X-Request-Start"] = string.format("t=%d.%06d", tonumber(now.seconds), tonumber(now.microseconds))
  return wrk.format()
end
