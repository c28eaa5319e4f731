import { authoritiesEndMs, PemRefused, readPair } from '../../base/pem-files.ts'
import type { Finding } from './finding.ts'

type Settings = {
  tlsCertFile?: string | undefined
  tlsKeyFile?: string | undefined
  searchNodeCertFile?: string | undefined
  searchNodeKeyFile?: string | undefined
  searchNodeCaFile?: string | undefined
  smtpCaFile?: string | undefined
}

/** Files of certificates that the settings name: a renewal that failed is seen here first. */
export function tlsFindings(settings: Settings, nowMs: number): Finding[] {
  const { tlsCertFile, tlsKeyFile, searchNodeCaFile, smtpCaFile } = settings
  const { searchNodeCertFile, searchNodeKeyFile } = settings
  const own = pairTrouble({ certFile: tlsCertFile, keyFile: tlsKeyFile, nowMs })
  const isSame = searchNodeCertFile === tlsCertFile && searchNodeKeyFile === tlsKeyFile
  const pair = { certFile: searchNodeCertFile, keyFile: searchNodeKeyFile, nowMs }
  const ofNodes = isSame ? undefined : pairTrouble(pair)
  const authorities = [
    [searchNodeCaFile, added],
    [smtpCaFile, believed],
  ].map(([certFile, remedy]) => {
    if (certFile === undefined) return undefined
    return trouble(() => ending({ certFile, endMs: authoritiesEndMs(certFile), nowMs }, remedy))
  })
  return [own, ofNodes, ...authorities].filter((finding) => typeof finding === 'object')
}

type Pair = { certFile?: string | undefined; keyFile?: string | undefined; nowMs: number }

function pairTrouble({ certFile, keyFile, nowMs }: Pair): Finding | undefined {
  if (certFile === undefined || keyFile === undefined) return undefined
  return trouble(() => {
    const { endMs } = readPair({ certFile, keyFile })
    return ending({ certFile, endMs, nowMs })
  })
}

const fortnightMs = 14 * 24 * 3_600_000

type End = { certFile: string; endMs: number; nowMs: number }

const shown = 'Renew it: the server takes new files within seconds, without a restart.'
const added =
  'Add the one that follows to that file, here and on the search nodes: it is taken within seconds.'
const believed = 'Get the one that follows from whoever signs with it, and restart the server.'

function ending({ certFile, endMs, nowMs }: End, remedy = shown): Finding | undefined {
  if (endMs - nowMs > fortnightMs) return undefined
  const isOver = endMs <= nowMs
  return {
    check: 'certificate',
    level: isOver ? 'error' : 'warning',
    message:
      `The certificate in ${certFile} ${isOver ? 'ended' : 'ends'} at ` +
      `${new Date(endMs).toISOString()}.`,
    remedy,
  }
}

function trouble(look: () => Finding | undefined): Finding | undefined {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof PemRefused)) throw error
    return {
      check: 'certificate',
      level: 'error',
      message: error.message,
      remedy:
        'Put it right: a running server goes on with what it read before, and does not start anew.',
    }
  }
}
