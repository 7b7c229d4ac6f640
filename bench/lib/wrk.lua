-- What wrk asks, one path after another, and what it says of it: one line that begins with RESULT.
local requests = {}
local turn = 0

function init()
  for path in io.lines(os.getenv('STOA_BENCH_PATHS')) do
    requests[#requests + 1] = wrk.format('GET', path)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  print(string.format(
    'RESULT {"requests": %d, "us": %d, "refused": %d, "broken": %d, "p50_us": %d, "p99_us": %d}',
    summary.requests, summary.duration, errors.status, broken, latency:percentile(50), latency:percentile(99)
  ))
end
