import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { program } from '../../test/support/program.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { until } from '../../test/support/until.ts'
import { askMany } from './load.ts'
import { type Bench, type Row, rowOf } from './measure.ts'
import { type MeasuredApp, openMeasuredApp } from './measured-app-process.ts'

const passages = 5_000
const parallel = 16
const requests = 600
/** Until the code of the server is compiled for good; else the first row pays for it. */
const warmUp = 2_000
const token = 'a-token-of-the-bench'
const modes = ['keyword', 'hybrid'] as const
/** Linux counts the time of processes so. */
const msPerTick = 10

/** One server with no node, one and two, in one run: all processes of this machine. */
export const nodes: Bench = {
  name: 'nodes',
  about: 'metered searches at 16 connections with 0, 1 and 2 search nodes beside the server',
  async run(log) {
    const ports = [await freePort(), await freePort()]
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    log(`  ${passages} passages are put into an index`)
    const env = { KONTOR_BENCH_NODES: urls.join(), KONTOR_BENCH_NODE_TOKEN: token }
    await using app = await openMeasuredApp({ passages, env })
    await until('there are vectors', () => hasVectors(app))
    for (const mode of modes) await askMany(urlsOf(app, mode), loadOf(app, warmUp))
    await using started = new AsyncDisposableStack()
    const others: Process[] = []
    const rows: Row[] = []
    for (let count = 0; count <= ports.length; count++) {
      if (count > 0) {
        log(`  node ${count} copies`)
        others.push(started.use(await startNode(app.url, ports[count - 1] as number)))
        await until('the server asks it', () => isAsked(app, urls[count - 1] as string))
      }
      for (const mode of modes) {
        log(`  ${count} nodes, ${mode}`)
        const row = await measured({ app, others, mode })
        log(`    ${row.perSecond.toFixed(0)} a second; ${row.note}`)
        rows.push(row)
      }
    }
    return rows
  },
}

async function hasVectors({ url, key }: MeasuredApp): Promise<true | undefined> {
  const headers = { 'x-api-key': key }
  const answer = await fetch(`${url}/search?q=boiler&mode=hybrid`, { headers })
  const { mode } = (await answer.json()) as { mode?: string }
  return answer.ok && mode === 'hybrid' ? true : undefined
}

/** The server looks for one that was away less often, the longer it is. */
async function isAsked(app: MeasuredApp, node: string): Promise<true | undefined> {
  await askMany(urlsOf(app, 'keyword'), loadOf(app, parallel))
  const metrics = await (await fetch(`${node}/metrics`)).text()
  return /_searches_total\{end="answered"\} [1-9]/.test(metrics) ? true : undefined
}

function urlsOf({ url, queries }: MeasuredApp, mode: string): string[] {
  return queries.map((q) => `${url}/search?q=${encodeURIComponent(q)}&mode=${mode}`)
}

function loadOf({ key }: MeasuredApp, requests: number) {
  return { headers: { 'x-api-key': key }, parallel, requests }
}

type Process = { pid: number; [Symbol.asyncDispose](): Promise<void> }

async function startNode(cell: string, port: number): Promise<Process> {
  const folder = temporaryFolder()
  const { command, args, env } = program()
  const given = ['search-node', '--cell', cell, '--port', String(port), '--log-level', 'silent']
  const child = spawn(command, [...args, ...given, '--data-dir', join(folder.path, 'node')], {
    env: { ...process.env, ...env, KONTOR_SEARCH_NODE_TOKEN: token, KONTOR_SEARCH_WORKERS: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const headers = { authorization: `Bearer ${token}` }
  await until('the node answers in every mode', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/state`, { headers }).catch(() => undefined)
    const said = (await answer?.json()) as { state: string; meaning: boolean } | undefined
    return said?.state === 'ready' && said.meaning ? true : undefined
  })
  return {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
      folder[Symbol.dispose]()
    },
  }
}

type Measuring = { app: MeasuredApp; others: readonly Process[]; mode: string }

async function measured({ app, others, mode }: Measuring): Promise<Row> {
  const urls = urlsOf(app, mode)
  const pids = [app.pid, ...others.map(({ pid }) => pid)]
  await askMany(urls, loadOf(app, requests))
  const before = pids.map(processorMsOf)
  const startedMs = performance.now()
  const times = await askMany(urls, loadOf(app, requests))
  const seconds = (performance.now() - startedMs) / 1_000
  const each = pids.map((pid, i) => (processorMsOf(pid) - (before[i] as number)) / requests)
  const [server = 0, ...ofNodes] = each.map((ms) => ms.toFixed(2))
  const apart = ofNodes.length > 0 ? `, nodes ${ofNodes.join(' + ')}` : ''
  const note = `processor a search: server ${server} ms${apart}`
  return { ...rowOf(`${mode}, ${others.length} nodes`, times, seconds), note }
}

/** Of all threads of a process, in user and system mode. */
function processorMsOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z])/)
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}
