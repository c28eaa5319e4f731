/** Houses of a quay at dusk, some windows lit. A picture that says nothing. */
const houses = [
  { x: -24, width: 108, top: 96, tone: 2 },
  { x: 66, width: 92, top: 60, tone: 1 },
  { x: 152, width: 116, top: 104, tone: 0 },
  { x: 262, width: 84, top: 44, tone: 2 },
  { x: 338, width: 112, top: 84, tone: 1 },
  { x: 444, width: 100, top: 56, tone: 0 },
] as const
const [ground, steps, rise] = [250, 4, 15]
const pane = { width: 8, height: 13, across: 22, down: 26 }

export function Quay() {
  return (
    <svg class="quay" viewBox="0 0 520 268" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {houses.map((house) => (
        <g key={house.x}>
          <path d={outlineOf(house)} class={`tone-${house.tone}`} />
          {panesOf(house).map(({ x, y, isLit }) => (
            <rect
              key={`${x} ${y}`}
              class={isLit ? 'lit' : 'unlit'}
              x={x}
              y={y}
              width={pane.width}
              height={pane.height}
              rx="1"
            />
          ))}
        </g>
      ))}
      <rect class="water" x="-40" y={ground} width="600" height="18" />
    </svg>
  )
}

type House = { x: number; width: number; top: number }

function outlineOf({ x, width, top }: House): string {
  const run = width / (2 * steps + 1)
  const up = `v${-rise}h${run}`.repeat(steps)
  const down = `v${rise}h${run}`.repeat(steps)
  return `M${x} ${ground}V${top + steps * rise}h${run}${up}${down}V${ground}Z`
}

function panesOf({ x, width, top }: House) {
  const columns = Math.floor((width - 20) / pane.across)
  const eaves = top + steps * rise
  const rows = Math.floor((ground - eaves - 14) / pane.down)
  const left = x + (width - (columns - 1) * pane.across - pane.width) / 2
  return Array.from({ length: rows * columns }, (_, i) => ({
    x: left + (i % columns) * pane.across,
    y: eaves + 12 + Math.floor(i / columns) * pane.down,
    isLit: (i * 7 + x * 3 + top) % 5 === 0,
  }))
}
