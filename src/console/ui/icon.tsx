/** Drawn on a grid of 24, one path each, in the colour of the text around. */
const paths = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  upload: 'M12 16V4m0 0L7 9m5-5 5 5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  download: 'M12 4v12m0 0 5-5m-5 5-5-5M4 19.5h16',
  data:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Zm0 0v6c0 1.7 3.6 3 8 3' +
    's8-1.3 8-3V6M4 12v6c0 1.7 3.6 3 8 3s8-1.3 8-3v-6',
  home: 'M4 20V9h3V6.5h3V4h4v2.5h3V9h3v11h-6v-5h-4v5H4Z',
  review: 'M9 4h6v3H9V4Zm0 1.5H6V20h12V5.5h-3M8.5 13.5l2.5 2.5 4.5-5',
  key: 'M14.5 9.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Zm-1.3 3.2L20 19.5M17 16.5l-2 2',
  receipt:
    'M6 3v18l2.5-1.5L11 21l2-1.5 2 1.5 3-1.5V3l-3 1.5L13 3l-2 1.5L8.5 3 6 3Z' + 'm3.5 6h5m-5 4h5',
  seal: 'M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm0 3.5v5M8.5 14 7 21l5-2.5L17 21l-1.5-7',
  hook:
    'M9 7.5a3 3 0 1 1 4.5 2.6L11 15m-6-1a3.5 3.5 0 1 0 5 3h7' + 'm-.5 2.5a3 3 0 1 0-1-5L12.5 9.5',
  chart: 'M4 20V4m0 16h16M8.5 16v-4m4 4V8m4 8v-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  alert: 'M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.2v.3',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  file: 'M6 3h8l4 4.5V21H6V3Zm8 0v4.5h4',
  image: 'M4 5h16v14H4V5Zm0 11 4.5-4.5L13 16l2.5-2.5L20 17M15.5 9.2v.1',
  video: 'M4 6h11v12H4V6Zm11 4.5L20 7.5v9l-5-3',
  audio: 'M4 10v4m4-7v10m4-13v16m4-12v8m4-5v2',
  copy: 'M9 9h11v11H9V9Zm-4 6H4V4h11v1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  out: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5v14l12-7L7 5Z',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1L20 10m0-5.5V10h-5.5',
  down: 'm6 9.5 6 6 6-6',
  back: 'm14.5 6-6 6 6 6',
  forth: 'm9.5 6 6 6-6 6',
  folder: 'M3 6h6l2 2.5h10V19H3V6Z',
  shield:
    'M12 3 4.5 6v6c0 4.5 3.2 7.5 7.5 9 4.3-1.5 7.5-4.5 7.5-9V6L12 3Zm-3 9 2.3 2.3' + 'L15.5 10',
  coin:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm2.8 5.5A3.2 3.2 0 0 0 9.5 12' +
    'a3.2 3.2 0 0 0 5.3 2.5M8 12h4.5',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  shop:
    'M4 9.5 5.5 4h13L20 9.5M4 9.5V20h16V9.5M4 9.5' +
    'c0 3.3 5.3 3.3 5.3 0 0 3.3 5.4 3.3 5.4 0 0 3.3 5.3 3.3 5.3 0M10 20v-5h4v5',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c.6-3.6 3.5-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19c.5-3.2 3-4.8 6.5-4.8' +
    's6 1.6 6.5 4.8M15.5 5.2a3.5 3.5 0 0 1 0 6.6m2 2.8c2.2.6 3.6 2.1 4 4.4',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1m0 5.9v.1m0 5.9v.1',
  disk: 'M4 14 7 5h10l3 9v5H4v-5Zm0 0h16M16 16.6h1.5',
  layers: 'm12 4 8.5 4.5L12 13 3.5 8.5 12 4Zm-8 8.5 8 4.3 8-4.3M4 16.4l8 4.3 8-4.3',
  sliders: 'M4 7h9m4 0h3M13 5v4M4 12h3m4 0h9M11 10v4M4 17h11m4 0h1M15 15v4',
  help:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.5 ' +
    '9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7m0 2.8v.1',
  pulse: 'M3 12h4l2.5-6.5 4.5 13L16.5 12H21',
  lock: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  offline:
    'M4 9.5a12 12 0 0 1 4-2.3m4-.7c3 0 5.8 1.1 8 3M7 13.2a7.5 7.5 0 0 1 3-1.6' +
    'm4.5.3c.9.3 1.8.8 2.5 1.4M12 18v.1M4 4l16 16',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}

/** The stepped gable of a trading house: the mark of the product. */
export function Gable({ size = 28 }: { size?: number }) {
  return (
    <svg class="gable" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 29V16h4v-4h4V8h3V4h4v4h3v4h4v4h4v13H19v-7a3 3 0 0 0-6 0v7H3Z" />
    </svg>
  )
}
