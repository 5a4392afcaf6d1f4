-- For wrk: uploads files in turn, and prints how many were stored and how long it took. The requests are made before the
-- load begins.
--   wrk … -s uploads.lua URL -- KEY FILES_A_REQUEST FILE…
local BOUNDARY = 'a-boundary-of-the-load'
local requests = {}
local turn = 0
local per_request = 1

local function part(field, path)
  local file = assert(io.open(path, 'rb'))
  local bytes = file:read('*a')
  file:close()
  local head = 'Content-Disposition: form-data; name="%s"; filename="%s"'
  return '--' .. BOUNDARY .. '\r\n' .. head:format(field, path:match('[^/]+$')) .. '\r\n\r\n' .. bytes .. '\r\n'
end

function init(args)
  local headers = {
    ['Authorization'] = 'Bearer ' .. args[1],
    ['Content-Type'] = 'multipart/form-data; boundary=' .. BOUNDARY,
  }
  per_request = tonumber(args[2])
  local files = #args - 2
  local next_file = 0
  -- Each file is in one request at least.
  for _ = 1, math.ceil(files / per_request) do
    local parts = {}
    for _ = 1, per_request do
      parts[#parts + 1] = part(per_request > 1 and 'files' or 'file', args[3 + next_file % files])
      next_file = next_file + 1
    end
    local path = per_request > 1 and '/api/v1/upload/bulk' or '/api/v1/upload'
    requests[#requests + 1] = wrk.format('POST', path, headers, table.concat(parts) .. '--' .. BOUNDARY .. '--\r\n')
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

-- This one runs apart from the others.
function done(summary)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local answer = '\n{"answered": %d, "failures": %d, "seconds": %f}\n'
  io.write(answer:format(summary.requests, failures, summary.duration / 1e6))
end
