/** Drawn on a grid of 24, one path each, in the colour of the text around. */
const paths = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  upload: 'M12 16V4m0 0L7 9m5-5 5 5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  download: 'M12 4v12m0 0 5-5m-5 5-5-5M4 19.5h16',
  data:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Zm0 0v6c0 1.7 3.6 3 8 3' +
    's8-1.3 8-3V6M4 12v6c0 1.7 3.6 3 8 3s8-1.3 8-3v-6',
  home: 'M4 20V9h3V6.5h3V4h4v2.500h3V9h3v11h-6v-5h-4v5H4Z',
  review: 'M9 4h6v3H9V4Zm0 1.500H6V20h12V5.500h-3M8.5 13.500l2.5 2.5 4.5-5',
  key: 'M14.5 9.500a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Zm-1.3 3.200L20 19.500M17 16.500l-2 2',
  receipt:
    'M6 3v18l2.5-1.500L11 21l2-1.5 2 1.5 3-1.500V3l-3 1.500L13 3l-2 1.500L8.5 3 6 3Z' +
    'm3.5 6h5m-5 4h5',
  seal: 'M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm0 3.500v5M8.5 14 7 21l5-2.500L17 21l-1.5-7',
  hook:
    'M9 7.5a3 3 0 1 1 4.5 2.600L11 15m-6-1a3.5 3.5 0 1 0 5 3h7' +
    'm-.5 2.500a3 3 0 1 0-1-5L12.5 9.5',
  chart: 'M4 20V4m0 16h16M8.5 16v-4m4 4V8m4 8v-6',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  alert: 'M12 4 2.8 19.500h18.400L12 4Zm0 6v4.500m0 2.200v.3',
  clock: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.500V12l3 2',
  file: 'M6 3h8l4 4.500V21H6V3Zm8 0v4.500h4',
  image: 'M4 5h16v14H4V5Zm0 11 4.5-4.500L13 16l2.5-2.500L20 17M15.5 9.200v.1',
  video: 'M4 6h11v12H4V6Zm11 4.500L20 7.500v9l-5-3',
  audio: 'M4 10v4m4-7v10m4-13v16m4-12v8m4-5v2',
  copy: 'M9 9h11v11H9V9Zm-4 6H4V4h11v1',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z',
  sun:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v2m0 14v2M3 12h2m14 0h2M5.6 5.600' +
    'l1.4 1.400m10 10 1.4 1.400m0-12.800L17 7M7 17l-1.4 1.4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  out: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5v14l12-7L7 5Z',
  retry: 'M19 12a7 7 0 1 1-2.2-5.100L20 10m0-5.500V10h-5.5',
  down: 'm6 9.5 6 6 6-6',
  back: 'm14.5 6-6 6 6 6',
  forth: 'm9.5 6 6 6-6 6',
  folder: 'M3 6h6l2 2.500h10V19H3V6Z',
  shield:
    'M12 3 4.5 6v6c0 4.5 3.2 7.5 7.5 9 4.3-1.5 7.5-4.5 7.5-9V6L12 3Zm-3 9 2.3 2.300' + 'L15.5 10',
  coin:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm2.8 5.500A3.2 3.2 0 0 0 9.5 12' +
    'a3.2 3.2 0 0 0 5.3 2.500M8 12h4.5',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  shop:
    'M4 9.5 5.5 4h13L20 9.500M4 9.500V20h16V9.500M4 9.500' +
    'c0 3.3 5.3 3.3 5.3 0 0 3.3 5.4 3.3 5.4 0 0 3.3 5.3 3.3 5.3 0M10 20v-5h4v5',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c.6-3.6 3.5-5.5 7.5-5.500s6.9 1.9 7.5 5.5',
  people:
    'M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM2.5 19c.5-3.2 3-4.8 6.5-4.800' +
    's6 1.600 6.5 4.800M15.5 5.200a3.500 3.500 0 0 1 0 6.600m2 2.800c2.2.6 3.600 2.100 4 4.400',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6v.1m0 5.900v.1m0 5.900v.1',
  disk: 'M4 14 7 5h10l3 9v5H4v-5Zm0 0h16M16 16.600h1.500',
  layers:
    'm12 4 8.500 4.500L12 13 3.500 8.500 12 4Zm-8 8.500 8 4.300 8-4.300M4 16.400l8 4.300 8-4.300',
  sliders: 'M4 7h9m4 0h3M13 5v4M4 12h3m4 0h9M11 10v4M4 17h11m4 0h1M15 15v4',
  help:
    'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.500 ' +
    '9.500a2.500 2.500 0 1 1 3.600 2.300c-.8.4-1.100.9-1.100 1.700m0 2.800v.1',
  pulse: 'M3 12h4l2.5-6.500 4.5 13L16.500 12H21',
  lock: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  offline:
    'M4 9.500a12 12 0 0 1 4-2.300m4-.7c3 0 5.8 1.1 8 3M7 13.200a7.5 7.5 0 0 1 3-1.600' +
    'm4.5.3c.9.3 1.8.800 2.5 1.400M12 18v.1M4 4l16 16',
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
