import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { openSettledFiles } from '../../domain/folders/index.ts'
import { actOnFolder } from '../act-on-folder.ts'
import { type FreeCommand, type Io, requireOption, UsageError, type Values } from '../command.ts'
import { sourceAt } from './folder-import.ts'
import { importFolder } from './import.ts'

const defaultSeconds = 2
const secondsMax = 3_600
/** Paths of one import: they travel to the server in one message. */
const pathsMax = 500

/**
 * Keeps a dataset up with a folder: what is new or changed is taken once two looks in a row saw it
 * with the same size and time. Begins with everything that is there; what the dataset has already
 * is left alone.
 */
export const watchFolder: FreeCommand = {
  name: 'watch',
  summary: 'keep taking what is new in a folder into a dataset',
  examples: [
    'kontor watch ./inbox --dataset dset_01jn9z…',
    'kontor watch ./inbox --dataset dset_01jn9z… --approve --delete --every 10',
  ],
  stops: true,
  options: {
    folder: { type: 'string', help: 'the folder, with all below it', value: '<folder>' },
    dataset: { type: 'string', help: 'where they go: id or name', value: '<dataset>' },
    every: { type: 'string', help: `seconds between looks (${defaultSeconds})`, value: '<n>' },
    approve: { type: 'boolean', help: 'let it into the index without a review, and what waited' },
    delete: { type: 'boolean', help: 'delete objects whose files are gone or were replaced' },
  },
  operand: 'folder',
  async run(config, values, io) {
    const everyMs = everyIn(values) * 1000
    const watch = openWatch(config(), values, io)
    const stopping = new AbortController()
    void io.stopped.then(() => stopping.abort())
    // What is wrong from the start is refused; later it may be a server that is being restarted.
    await watch.look()
    while (!stopping.signal.aborted) {
      await watch.look().catch((error: Error) => io.err(`kontor watch: ${error.message}`))
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    return 0
  },
}

function everyIn({ every = `${defaultSeconds}` }: Values): number {
  const seconds = Number(every)
  if (seconds >= 0.05 && seconds <= secondsMax) return seconds
  throw new UsageError(`--every must be a number of seconds up to ${secondsMax}.`)
}

type Found = {
  imported: unknown[]
  changed: unknown[]
  missing: { path: string }[]
  deleted: unknown[]
  failed: { path: string; reason: string; cause: string; may_pass: boolean }[]
  left_out: { path: string; reason: string }[]
}

function openWatch(config: Config, values: Values, io: Io) {
  const folder = requireOption(values, 'folder')
  requireOption(values, 'dataset')
  const settled = openSettledFiles({ pathsMax })
  const told = new Set<string>()

  function tell(found: Found) {
    if (values.json) return io.out(JSON.stringify(found))
    for (const { path, reason } of [...found.left_out, ...found.failed])
      io.err(`${path}: ${reason}`)
    const count = found.imported.length + found.changed.length
    if (count > 0) io.out(`${count} imported (${found.changed.length} changed).`)
    if (found.deleted.length > 0) io.out(`${found.deleted.length} deleted.`)
    for (const { path } of values.delete ? [] : found.missing) {
      io.out(`${path} is gone from the folder; its object stays (--delete).`)
    }
  }

  return {
    async look() {
      const paths = settled.after(await (await sourceAt(folder)).files())
      if (paths.length === 0) return
      const wanted = { only: JSON.stringify(paths), gone: JSON.stringify(settled.gone()) }
      const asked = { ...values, ...wanted }
      const quiet = { ...io, terminal: false, err: () => {} }
      const { data } = await actOnFolder(importFolder, { config, values: asked, io: quiet })
      const found = data as Found
      const failed = found.failed.map((one) => ({ ...one, mayPass: one.may_pass }))
      const toDelete = values.delete ? found.missing.map(({ path }) => path) : []
      const troubles = settled.took(paths, [...found.left_out, ...failed], toDelete)
      const untold = new Set(troubles.map(({ path }) => path))
      const missing = found.missing.filter(({ path }) => !told.has(path))
      for (const { path } of missing) told.add(path)
      const of = <T extends { path: string }>(all: T[]) =>
        all.filter(({ path }) => untold.has(path))
      const news = { ...found, missing, failed: of(found.failed), left_out: of(found.left_out) }
      const { imported, changed, deleted } = found
      const isNews = [imported, changed, deleted, missing, troubles].some((one) => one.length > 0)
      if (isNews) tell(news)
    },
  }
}
