import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConsolePage, consoleFolder } from '../../base/assets.ts'

export type ConsoleFile = {
  type: string
  bytes: Buffer
  /** The same, compressed when the console was made; fonts have none. */
  br?: Buffer
  gzip?: Buffer
}
export type ConsoleFiles = { page: ConsolePage; files: ReadonlyMap<string, ConsoleFile> }

let opened: Promise<ConsoleFiles> | undefined

/** Read at the first request, half a megabyte: most servers of programs never show it. */
export function openConsoleFiles(): Promise<ConsoleFiles> {
  opened ??= readFiles()
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

async function readFiles(): Promise<ConsoleFiles> {
  const folder = await consoleFolder()
  const page = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as ConsolePage
  const files = readdirSync(folder).flatMap((name) => {
    const type = types[name.split('.').at(-1) as string]
    return type === undefined ? [] : [[name, { type, ...readPacked(join(folder, name)) }] as const]
  })
  return { page, files: new Map(files) }
}

function readPacked(path: string): Omit<ConsoleFile, 'type'> {
  const packed = (end: string) => (existsSync(path + end) ? readFileSync(path + end) : undefined)
  const [br, gzip] = [packed('.br'), packed('.gz')]
  return { bytes: readFileSync(path), ...(br && { br }), ...(gzip && { gzip }) }
}
