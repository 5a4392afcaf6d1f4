-- For wrk: uploads files in turn, each time as a different picture, and prints the number of answered requests and the
-- duration. The constant parts of a request are built before the load begins.
--   wrk … -s uploads.lua URL -- KEY FILES_A_REQUEST FILE…
local BOUNDARY = 'a-boundary-of-the-load'
-- Each run uses its own range of numbers.
local number = os.time() * 100000
local requests = {}
local turn = 0

local function big_endian(value)
  local bytes = {}
  for place = 3, 0, -1 do bytes[#bytes + 1] = string.char(math.floor(value / 256 ^ place) % 256) end
  return table.concat(bytes)
end

local function crc32(text)
  local crc = bit.bnot(0)
  for i = 1, #text do
    crc = bit.bxor(crc, text:byte(i))
    for _ = 1, 8 do
      crc = bit.bxor(bit.rshift(crc, 1), crc % 2 == 1 and 0xedb88320 or 0)
    end
  end
  return big_endian(bit.bnot(crc) % 2 ^ 32)
end

-- A JPEG's quantization of the lowest and the highest frequencies, and a PNG's gamma: the same as in distinct.ts, which has
-- the reason.
local function steps(tables)
  return function(number)
    local low, high = {}, {}
    local rest = number
    for i, at in ipairs({ 1, 2, 3, 70, 71, 72 }) do
      low[i] = string.char(math.min(255, tables:byte(at) + rest % 8))
      rest = math.floor(rest / 8)
    end
    rest = number
    for i = 1, 8 do
      high[i] = string.char(1 + rest % 200)
      rest = math.floor(rest / 200)
    end
    return table.concat(low, '', 1, 3) .. tables:sub(4, 55) .. table.concat(high) .. tables:sub(64, 69)
      .. table.concat(low, '', 4, 6) .. tables:sub(73)
  end
end

local function gamma(value)
  local chunk = 'gAMA' .. big_endian((value + 1) % 2 ^ 31)
  return big_endian(4) .. chunk .. crc32(chunk)
end

-- The constant bytes before and after the variable part, and the function that makes that part.
local function distinct(file)
  if file:byte(1) == 0xff then
    local first = file:find('\255\219', 1, true) + 6
    local last = first + 131
    return file:sub(1, first - 1), file:sub(last + 1), steps(file:sub(first, last))
  end
  return file:sub(1, 33), file:sub(34), gamma
end

-- A request as a list of strings and of functions that make the variable parts.
local function prepare(headers, path, field, files)
  local pieces = {}
  local length = 0
  local function add(piece)
    pieces[#pieces + 1] = piece
    length = length + #(type(piece) == 'string' and piece or piece(0))
  end
  for _, name in ipairs(files) do
    local opened = assert(io.open(name, 'rb'))
    local before, after, mark = distinct(opened:read('*a'))
    opened:close()
    local head = '--%s\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n\r\n'
    add(head:format(BOUNDARY, field, name:match('[^/]+$')) .. before)
    add(mark)
    add(after .. '\r\n')
  end
  add('--' .. BOUNDARY .. '--\r\n')
  -- The code that writes the head sets the length.
  table.insert(pieces, 1, wrk.format('POST', path, headers, ('x'):rep(length)):sub(1, -length - 1))
  return pieces
end

function init(args)
  local headers = {
    ['Authorization'] = 'Bearer ' .. args[1],
    ['Content-Type'] = 'multipart/form-data; boundary=' .. BOUNDARY,
  }
  local per_request = tonumber(args[2])
  local many = per_request > 1
  local files = #args - 2
  local next_file = 0
  -- Each file is in at least one request.
  for _ = 1, math.ceil(files / per_request) do
    local names = {}
    for i = 1, per_request do
      names[i] = args[3 + next_file % files]
      next_file = next_file + 1
    end
    requests[#requests + 1] =
      prepare(headers, many and '/api/v1/upload/bulk' or '/api/v1/upload', many and 'files' or 'file', names)
  end
end

function request()
  turn = turn % #requests + 1
  local pieces = {}
  for i, piece in ipairs(requests[turn]) do
    if type(piece) == 'string' then pieces[i] = piece
    else
      pieces[i] = piece(number)
      number = number + 1
    end
  end
  return table.concat(pieces)
end

-- wrk runs this function in a separate state.
function done(summary)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local answer = '\n{"answered": %d, "failures": %d, "seconds": %f}\n'
  io.write(answer:format(summary.requests, failures, summary.duration / 1e6))
end
