import * as z from 'zod'
import { bareAddress, line, list } from './rules.ts'

/** Other processes that answer searches. */
export const searchNodeSettings = {
  searchNodes: {
    rule: list.pipe(z.array(bareAddress)).default([]),
    help: 'addresses of search nodes (kontor search-node), which searches are sent to',
  },
  searchNodeToken: {
    rule: z
      .string()
      .regex(
        /^\S{16,200}$/,
        '16 to 200 characters without spaces and line breaks (echo writes one)',
      )
      .optional(),
    secret: true as const,
    help: 'what this server and its search nodes show each other; without it nothing is fed',
  },
  searchNodeCaFile: {
    rule: line.optional(),
    help: 'PEM of who signs what this server and its search nodes show: both must show one',
  },
  searchNodeCertFile: {
    rule: line.optional(),
    help: 'certificate that is shown to the other side, PEM, for clients',
  },
  searchNodeKeyFile: { rule: line.optional(), help: 'its private key, PEM' },
}

type Given = {
  searchNodes: readonly string[]
  searchNodeToken?: string | undefined
  searchNodeCaFile?: string | undefined
  searchNodeCertFile?: string | undefined
  searchNodeKeyFile?: string | undefined
  tlsCertFile?: string | undefined
}

/** Nodes hold what tenants keep: nobody speaks with one without its token. */
export function refuseOpenNodes(given: Given, refuse: (why: string) => never): void {
  refuseHalfPapers(given, refuse)
  if (given.searchNodes.length === 0 || given.searchNodeToken !== undefined) return
  refuse('KONTOR_SEARCH_NODES needs KONTOR_SEARCH_NODE_TOKEN, the same as on the nodes.')
}

/** A side that shows a certificate asks for one, too, which only its own TLS can do. */
function refuseHalfPapers(given: Given, refuse: (why: string) => never): void {
  const { searchNodeCaFile, searchNodeCertFile, searchNodeKeyFile, searchNodes } = given
  const papers = [searchNodeCaFile, searchNodeCertFile, searchNodeKeyFile]
  const named = papers.filter((file) => file !== undefined)
  if (named.length === 0) return
  if (named.length < papers.length || given.tlsCertFile === undefined) {
    refuse(
      'KONTOR_SEARCH_NODE_CA_FILE, KONTOR_SEARCH_NODE_CERT_FILE and KONTOR_SEARCH_NODE_KEY_FILE ' +
        'go together, and with KONTOR_TLS_CERT_FILE.',
    )
  }
  const open = searchNodes.find((address) => !address.startsWith('https:'))
  if (open !== undefined) {
    refuse(`KONTOR_SEARCH_NODES cannot have ${open}: with certificates it is https://….`)
  }
}
