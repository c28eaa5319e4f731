/** One request that is over. */
export type Served = { method: string; route: string; status: number; ms: number }

export type RouteTraffic = {
  route: string
  requests: number
  /** Answers of 500 and above. */
  failures: number
  /** Of the last requests, in milliseconds. */
  median: number
  slowest: number
}

export type Traffic = ReturnType<typeof openTraffic>

const keptPerRoute = 128

/** What has been asked of this process so far, in memory: `kontor top` and /metrics show it. */
export function openTraffic() {
  const routes = new Map<string, { requests: number; failures: number; times: number[] }>()
  const watchers: ((served: Served) => void)[] = []
  let inFlight = 0
  let shed = 0

  return {
    begin() {
      inFlight++
    },
    end(served: Served) {
      inFlight--
      const name = `${served.method} ${served.route}`
      const seen = routes.get(name) ?? { requests: 0, failures: 0, times: [] }
      routes.set(name, seen)
      seen.times[seen.requests % keptPerRoute] = served.ms
      seen.requests++
      if (served.status >= 500) seen.failures++
      for (const watch of watchers) watch(served)
    },
    /** A request that was refused because there were too many. */
    shed() {
      shed++
    },
    onServed(watch: (served: Served) => void) {
      watchers.push(watch)
    },
    inFlight: () => inFlight,
    shedSoFar: () => shed,
    /** The busiest first. */
    routes(): RouteTraffic[] {
      const list = [...routes].map(([route, { requests, failures, times }]) => {
        const sorted = times.toSorted((a, b) => a - b)
        const median = sorted[sorted.length >> 1] ?? 0
        return { route, requests, failures, median, slowest: sorted.at(-1) ?? 0 }
      })
      return list.sort((a, b) => b.requests - a.requests)
    },
  }
}
