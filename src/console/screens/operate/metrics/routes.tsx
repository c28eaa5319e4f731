import type { Reply } from '../../../../client/index.ts'
import { number } from '../../../ui/format.ts'
import { Box } from '../../../ui/parts.tsx'
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { w } from './words.ts'

type Route = Reply<'getTraffic'>['routes'][number]

type Named = { key: string; title: string }

function figure(named: Named, cell: (route: Route) => string): Column<Route> {
  return { ...named, width: '5.5rem', cell, align: 'end' }
}

/** Each route since the server started, the busiest first. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const ms = (value: number) => w().ms(number(Math.round(value * 10) / 10))
  const columns: Column<Route>[] = [
    { key: 'route', title: w().route, width: 'minmax(0, 1fr)', cell: ({ route }) => route },
    figure({ key: 'requests', title: w().charts.requests }, ({ requests }) => number(requests)),
    ...[
      figure({ key: 'failures', title: w().charts.failures }, (one) => number(one.failures)),
      figure({ key: 'median', title: w().median }, (one) => ms(one.median_ms)),
      figure({ key: 'slowest', title: w().slowest }, (one) => ms(one.slowest_ms)),
    ].map((column) => ({ ...column, extra: true })),
  ]
  return (
    <Box id="routes" title={w().routes} stacked>
      <p class="faint">{w().routesHint}</p>
      <VirtualGrid
        label={w().routes}
        columns={columns}
        total={routes.length}
        row={(index) => routes[index]}
      />
    </Box>
  )
}
