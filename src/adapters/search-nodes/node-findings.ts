import type { Finding } from '../doctor/finding.ts'
import { openExchange } from './exchange.ts'
import { stateBy } from './one-node.ts'
import type { NodeState } from './protocol.ts'

type Settings = { searchNodes: readonly string[]; searchNodeToken?: string | undefined }

/** Asks each search node how it does. What keeps one from answering slows searches down. */
export async function nodeFindings(settings: Settings): Promise<Finding[]> {
  const { searchNodes, searchNodeToken: token } = settings
  if (token === undefined) return []
  const asked = searchNodes.map((url) => findingOf({ url, token }))
  return (await Promise.all(asked)).filter((finding) => finding !== undefined)
}

type Asked = { url: string; token: string }

async function findingOf({ url, token }: Asked): Promise<Finding | undefined> {
  const exchange = openExchange(url, { token })
  try {
    return troubleIn(url, await stateBy(exchange))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      ...warning,
      message: `The search node ${url} is left out: ${why}.`,
      remedy:
        'Start it (kontor search-node), and look at the network between and at its token, which ' +
        'is to be that of this server.',
    }
  } finally {
    exchange.close()
  }
}

function troubleIn(url: string, { state, passages }: NodeState): Finding | undefined {
  if (state === 'ready') return undefined
  if (state === 'loading') {
    const message = `The search node ${url} is still copying: ${passages} passages so far.`
    return { ...warning, message, remedy: 'Wait; its log says what keeps it, if something does.' }
  }
  return {
    ...warning,
    message: `The search node ${url} hears nothing of the server, so it declines all searches.`,
    remedy: 'See to it that it reaches the address that its --cell names; its log says why not.',
  }
}

const warning = { check: 'search nodes', level: 'warning' } as const
