import { PemRefused } from '../../base/pem-files.ts'
import type { Finding } from '../doctor/finding.ts'
import { openExchange } from './exchange.ts'
import { stateBy } from './one-node.ts'
import { exchangeWords, type Papers, papersOf } from './papers.ts'
import type { NodeState, Proof } from './protocol.ts'

type Settings = Parameters<typeof papersOf>[0] & {
  searchNodes: readonly string[]
  searchNodeToken?: string | undefined
}

/** Asks each search node how it does. What keeps one from answering slows searches down. */
export async function nodeFindings(settings: Settings): Promise<Finding[]> {
  const { searchNodes, searchNodeToken: token } = settings
  if (token === undefined) return []
  const papers = readable(settings)
  if (papers === 'refused') return []
  const asked = searchNodes.map((url) => findingOf(url, { token, papers }))
  return (await Promise.all(asked)).filter((finding) => finding !== undefined)
}

/** What is wrong with the files is found where all certificates are looked at. */
function readable(settings: Settings): Papers | undefined | 'refused' {
  try {
    return papersOf(settings)
  } catch (error) {
    if (error instanceof PemRefused) return 'refused'
    throw error
  }
}

async function findingOf(url: string, proof: Proof): Promise<Finding | undefined> {
  const exchange = openExchange(url, proof)
  try {
    return troubleIn(url, await stateBy(exchange))
  } catch (error) {
    const why = exchangeWords(error)
    return {
      ...warning,
      message: `The search node ${url} is left out: ${why}.`,
      remedy: why.includes('certificate') ? ofCertificates : ofOthers,
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

const ofCertificates =
  'Give each side a certificate of the one CA, for the name that its address has (in the manual: ' +
  'Search nodes, Certificates); new files are taken within seconds.'
const ofOthers =
  'Start it (kontor search-node), and look at the network between and at its token, which is to ' +
  'be that of this server.'

const warning = { check: 'search nodes', level: 'warning' } as const
