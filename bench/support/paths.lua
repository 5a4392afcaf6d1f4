-- For wrk: requests the paths of a file in turn, one a line. The requests are built before the load begins.
local requests = {}
local turn = 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format(nil, path)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end
