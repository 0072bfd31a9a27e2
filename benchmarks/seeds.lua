-- Sends a new seed with every request. Arguments: the path, and the prefix of all seeds.
local path, prefix, sent = "", "", 0

function init(arguments)
  path, prefix = arguments[1], arguments[2]
end

function request()
  sent = sent + 1
  return wrk.format("GET", path .. "?seed=" .. prefix .. "-" .. sent)
end
