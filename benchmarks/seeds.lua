-- A seed that was never sent before with every request: the arguments are the path and what all seeds begin with.
local path, prefix, sent = "", "", 0

function init(arguments)
  path, prefix = arguments[1], arguments[2]
end

function request()
  sent = sent + 1
  return wrk.format("GET", path .. "?seed=" .. prefix .. "-" .. sent)
end
