import type { IncomingMessage, ServerResponse } from 'node:http'
import { Saturated } from '../../base/errors.ts'
import type { SearchEngine } from '../../engine/index.ts'
import * as protocol from './protocol.ts'
import { bodyOf, openRefusals, type Refused, send } from './raw-http.ts'

type Node = {
  state(): protocol.NodeState
  /** Undefined while there is nothing to ask. */
  engine(): Pick<SearchEngine, 'search' | 'suggest' | 'similar'> | undefined
}

type Options = protocol.Proof & {
  version: string
  node: Node
  onProblem(error: unknown): void
  /** Once for each address and reason. */
  onRefused(refused: Refused): void
  /** By somebody who shows what it should. */
  onAsked(): void
}

/** What a search node answers over HTTP. */
export function openNodeDoor({ version, node, onProblem, onAsked, ...options }: Options) {
  const counts = openCounts()
  const refuse = openRefusals(options.onRefused)

  /** Why it leaves a call to others, if it does. */
  function reasonToDecline(ask: protocol.NodeAsk): protocol.Declined | undefined {
    const { run, seq, state } = node.state()
    if (ask.version !== version) return 'version'
    if (state === 'loading') return 'loading'
    return state === 'ready' && run === ask.mustSee.run && seq >= ask.mustSee.seq
      ? undefined
      : 'behind'
  }

  async function replyTo(ask: protocol.NodeAsk): Promise<protocol.NodeReply> {
    const declined = reasonToDecline(ask)
    const engine = node.engine()
    if (declined !== undefined || engine === undefined) return { declined: declined ?? 'loading' }
    try {
      const outcome = await callEngine(engine, ask.call)
      const isLess = 'mode' in outcome && outcome.mode !== modeOf(ask.call)
      return isLess ? { declined: 'loading' } : { outcome }
    } catch (error) {
      if (error instanceof Saturated) {
        return /took too long/.test(error.message) ? { late: true } : { declined: 'busy' }
      }
      onProblem(error)
      return { failure: error instanceof Error ? error.message : String(error) }
    }
  }

  async function answerSearch(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const ask = askIn(await bodyOf(req))
    if (ask === undefined) return send(res, { status: 400, body: { error: 'not a search' } })
    const reply = await replyTo(ask)
    counts.note(reply)
    send(res, { status: 200, body: reply })
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method, url } = req
    const { state, passages } = node.state()
    if (method === 'GET' && url === '/health') {
      const status = state === 'ready' ? 200 : 503
      return send(res, { status, body: { status: state, version, passages } })
    }
    if (method === 'GET' && url === '/metrics') {
      res.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      return void res.end(counts.text(node.state()))
    }
    const lack = protocol.lackOf(req, options)
    if (lack !== undefined) return refuse(req, res, lack)
    onAsked()
    if (method === 'POST' && url === protocol.paths.search) return answerSearch(req, res)
    if (method === 'GET' && url === protocol.paths.state) {
      return send(res, { status: 200, body: node.state() })
    }
    send(res, { status: 404, body: { error: 'there is nothing here' } })
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      await answer(req, res)
    } catch (error) {
      onProblem(error)
      if (res.headersSent) res.destroy()
      else send(res, { status: 500, body: { error: 'failed' } })
    }
  }
}

type Engine = Pick<SearchEngine, 'search' | 'suggest' | 'similar'>

export function callEngine(
  engine: Engine,
  call: protocol.EngineCall,
): Promise<protocol.Answers[protocol.EngineCall['kind']]> {
  const { visibility } = call
  if (call.kind === 'search') return engine.search(call.query, visibility, call.page)
  if (call.kind === 'suggest') return engine.suggest(call.query, visibility, call.page)
  return engine.similar(call.query, visibility, call.page)
}

function modeOf(call: protocol.EngineCall): string | undefined {
  return call.kind === 'search' ? call.query.mode : undefined
}

/** Who shows the token is a cell of this version, or says that it is of another one. */
function askIn(text: string): protocol.NodeAsk | undefined {
  try {
    const ask = JSON.parse(text) as protocol.NodeAsk
    const isAsk = typeof ask.version === 'string' && typeof ask.mustSee?.seq === 'number'
    return isAsk && ['search', 'suggest', 'similar'].includes(ask.call?.kind) ? ask : undefined
  } catch {
    return undefined
  }
}

function openCounts() {
  const declined = Object.fromEntries(protocol.declines.map((reason) => [reason, 0]))
  const ended = { answered: 0, late: 0, failed: 0 }
  return {
    note(reply: protocol.NodeReply): void {
      if ('declined' in reply) declined[reply.declined] = (declined[reply.declined] ?? 0) + 1
      else if ('outcome' in reply) ended.answered += 1
      else ended['late' in reply ? 'late' : 'failed'] += 1
    },
    /** As Prometheus reads it. */
    text({ state, passages, behind, lagMs }: protocol.NodeState): string {
      return [
        '# HELP kontor_search_node_searches_total Searches, by how they ended.',
        '# TYPE kontor_search_node_searches_total counter',
        ...Object.entries(ended).map(
          ([name, n]) => `kontor_search_node_searches_total{end="${name}"} ${n}`,
        ),
        '# HELP kontor_search_node_declined_total Searches left to others, by the reason.',
        '# TYPE kontor_search_node_declined_total counter',
        ...Object.entries(declined).map(
          ([name, n]) => `kontor_search_node_declined_total{reason="${name}"} ${n}`,
        ),
        ...gauge('ready', { help: 'Whether it answers.', value: state === 'ready' ? 1 : 0 }),
        ...gauge('passages', { help: 'Passages that it has.', value: passages }),
        ...gauge('changes_behind', { help: 'Changes that it has not taken in.', value: behind }),
        ...gauge('lag_seconds', { help: 'Since it had everything.', value: secondsOf(lagMs) }),
        '',
      ].join('\n')
    },
  }
}

function gauge(name: string, { help, value }: { help: string; value: number }): string[] {
  const full = `kontor_search_node_${name}`
  return [`# HELP ${full} ${help}`, `# TYPE ${full} gauge`, `${full} ${value}`]
}

function secondsOf(ms: number | null): number {
  return ms === null ? Number.NaN : ms / 1_000
}
