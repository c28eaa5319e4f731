import { type Axis, axes, type Point, wallOf } from './point.ts'

/**
 * Which curves a person is shown, and how they are called there; the others are in the JSON. Of
 * several threads what one search took of each is added up.
 */
const shown: Readonly<Record<Axis, { title: string; curves: Readonly<Record<string, string>> }>> = {
  passages: {
    title: 'Passages: a search',
    curves: {
      'words, hot + words, search': 'by words',
      'words by FTS5, search': 'by words, from FTS5',
      'stop words, hot + stop words, search': 'stop words alone',
      'both, vector': 'by words and meaning',
      'words, main': 'the main thread',
    },
  },
  datasets: {
    title: 'Listed datasets: a search',
    curves: {
      'nothing changes, hot + nothing changes, search': 'finding it',
      'a change each, hot + a change each, search': 'after a change',
      'nothing changes, main': 'the main thread',
    },
  },
  viewers: {
    title: 'Viewers in turn: a search',
    curves: {
      '100 listed, hot + 100 listed, search': '100 datasets',
      '10000 listed, hot + 10000 listed, search': '10,000 datasets',
      '10000 listed, main': 'the main thread',
    },
  },
  keys: {
    title: 'API keys: a request',
    curves: { 'one of them, main': 'with one key', 'in turn, main': 'with all in turn' },
  },
  transfers: {
    title: 'Transfers: a charge',
    curves: { 'a charge, all': 'a charge', 'a transfer verified, all': 'a transfer verified' },
  },
}

/** Dashes tell curves apart where colours do not; each colour is readable on its own ground. */
const strokes = [
  { light: '#1f5fbf', dark: '#7fb2ff', dash: '' },
  { light: '#b3261e', dark: '#ff9a91', dash: '7 3' },
  { light: '#1b6e3a', dark: '#7fd79b', dash: '2 3' },
  { light: '#7a4a00', dark: '#f0bf6b', dash: '9 3 2 3' },
  { light: '#5b5f66', dark: '#b4bac4', dash: '4 4' },
] as const

const [panelWidth, panelHeight, gap] = [380, 250, 20]
const plot = { left: 48, top: 30, width: 318, height: 132 } as const
const columns = 2

/** The curves of `scale` as one picture: a panel an axis, both ways logarithmic. */
export function drawing(points: readonly Point[]): string {
  const panels = axes.filter((axis) => points.some((point) => point.axis === axis))
  const rows = Math.ceil(panels.length / columns)
  const width = columns * panelWidth + (columns + 1) * gap
  const height = rows * panelHeight + (rows + 2) * gap
  const drawn = panels.map((axis, i) => {
    const x = gap + (i % columns) * (panelWidth + gap)
    const y = gap + Math.floor(i / columns) * (panelHeight + gap)
    return `<g transform="translate(${x} ${y})">\n${panel(axis, points)}\n</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
      `height="${height}" role="img" aria-labelledby="t d" font-family="system-ui,sans-serif" ` +
      'font-size="12" fill="#1c2430">',
    `<title id="t">${escaped('What one thing costs as one kind of thing grows')}</title>`,
    `<desc id="d">${escaped(inWords(points))}</desc>`,
    `<style>${style()}</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8" fill="#ffffff"/>`,
    ...drawn,
    text({ x: gap, y: height - gap, anchor: 'start' }, explained),
    '</svg>\n',
  ].join('\n')
}

const explained = 'Milliseconds of a processor. A ring: twice what it is where the curve begins.'

/** Light without any style at all; who prefers the dark has it. */
function style(): string {
  const dark = [
    'svg{fill:#e3e8f0}',
    '.ground{fill:#171b22}',
    '.grid{stroke:#3a424f}',
    ...strokes.map(({ dark }, i) => `.s${i}{stroke:${dark}}.f${i}{fill:${dark}}`),
  ]
  return `@media (prefers-color-scheme:dark){${dark.join('')}}`
}

type Place = Pick<Point, 'size' | 'value'>
type Curve = { label: string; stroke: number; points: Place[] }

function curvesOf(axis: Axis, points: readonly Point[]): Curve[] {
  return Object.entries(shown[axis].curves).flatMap(([curve, label], stroke) => {
    const names = curve.split(' + ')
    const some = points.filter((point) => point.axis === axis && names.includes(point.curve))
    const of = [...Map.groupBy(some, ({ size }) => size)]
      .map(([size, at]) => ({ size, value: at.reduce((sum, { value }) => sum + value, 0) }))
      .sort((a, b) => a.size - b.size)
    return of.length > 0 ? [{ label, stroke, points: of }] : []
  })
}

function panel(axis: Axis, all: readonly Point[]): string {
  const curves = curvesOf(axis, all)
  const points = curves.flatMap((curve) => curve.points)
  const x = scaleOf(
    points.map(({ size }) => size),
    { from: plot.left, to: plot.left + plot.width },
  )
  const y = scaleOf(
    points.map(({ value }) => value),
    { from: plot.top + plot.height, to: plot.top },
  )
  const [right, bottom] = [plot.left + plot.width, plot.top + plot.height]
  const across = y.marks.map(({ value, at }) => {
    const line = `<path class="grid" stroke="#d8dde7" d="M${plot.left} ${at}H${right}"/>`
    return `${line}${text({ x: plot.left - 6, y: at + 4, anchor: 'end' }, figure(value))}`
  })
  const upwards = x.marks.map(({ value, at }) => {
    const line = `<path class="grid" stroke="#d8dde7" d="M${at} ${plot.top}V${bottom}"/>`
    return `${line}${text({ x: at, y: bottom + 16, anchor: 'middle' }, figure(value))}`
  })
  const legend = curves.map((curve, i) => {
    const [left, at] = [plot.left + (i % 2) * 165, bottom + 38 + Math.floor(i / 2) * 18]
    const { stroke } = curve
    const line = `<path ${strokeOf(stroke)} d="M${left} ${at - 4}h22"/>`
    return `${line}${text({ x: left + 28, y: at, anchor: 'start' }, curve.label)}`
  })
  return [
    `<text x="0" y="12" font-weight="600">${escaped(shown[axis].title)}</text>`,
    ...across,
    ...upwards,
    ...curves.map((curve) => lineOf(curve, { x: x.place, y: y.place })),
    ...legend,
  ].join('\n')
}

type Places = { x(value: number): number; y(value: number): number }

/** The line, its measured points, and a ring where it has doubled. */
function lineOf({ stroke, points }: Curve, { x, y }: Places): string {
  const places = points.map(({ size, value }) => `${x(size)} ${y(value)}`)
  const dots = points.map(
    ({ size, value }) =>
      `<circle class="f${stroke}" fill="${strokes[stroke]?.light}" r="2.5" ` +
      `cx="${x(size)}" cy="${y(value)}"/>`,
  )
  const wall = wallOf(points)
  const ring =
    wall === undefined
      ? ''
      : `<circle ${strokeOf(stroke, '')} r="6" cx="${x(wall)}" ` +
        `cy="${y((points[0]?.value ?? 1) * 2)}"/>`
  return `<path ${strokeOf(stroke)} d="M${places.join('L')}"/>${dots.join('')}${ring}`
}

function strokeOf(stroke: number, dash = strokes[stroke]?.dash ?? ''): string {
  const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`
  const { light } = strokes[stroke] ?? strokes[0]
  return `class="s${stroke}" fill="none" stroke="${light}" stroke-width="2"${dashes}`
}

/** Whole powers of ten around some values, as places between two ends. */
function scaleOf(values: readonly number[], { from, to }: { from: number; to: number }) {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9)
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9))
  const place = (value: number) => {
    const share = (Math.log10(value) - low) / (high - low)
    return Math.round((from + share * (to - from)) * 10) / 10
  }
  const marks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i))
  return { place, marks: marks.map((value) => ({ value, at: place(value) })) }
}

type Spot = { x: number; y: number; anchor: 'start' | 'middle' | 'end' }

function text({ x, y, anchor }: Spot, words: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(words)}</text>`
}

function figure(value: number): string {
  return value >= 1 ? value.toLocaleString('en') : String(Number(value.toPrecision(1)))
}

/** For who hears the picture: where each curve begins and ends, and where it doubles. */
function inWords(points: readonly Point[]): string {
  const panels = axes.flatMap((axis) => {
    const lines = curvesOf(axis, points).map(({ label, points: of }) => {
      const [first, last] = [of[0] as Place, of.at(-1) as Place]
      const wall = wallOf(of)
      const doubled = wall === undefined ? 'not doubled' : `doubled at about ${rounded(wall)}`
      return (
        `${label}: ${first.value.toFixed(2)} at ${figure(first.size)}, ` +
        `${last.value.toFixed(2)} at ${figure(last.size)}, ${doubled}`
      )
    })
    return lines.length > 0 ? [`${shown[axis].title}. ${lines.join('; ')}.`] : []
  })
  return `Milliseconds of a processor, both ways logarithmic. ${panels.join(' ')}`
}

function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en')
}

function escaped(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
