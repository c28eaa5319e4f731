import * as z from 'zod'
import { list, webAddress } from './rules.ts'

/** Other processes that answer searches. */
export const searchNodeSettings = {
  searchNodes: {
    rule: list.pipe(z.array(webAddress)).default([]),
    help: 'addresses of search nodes (kontor search-node), which searches are sent to',
  },
  searchNodeToken: {
    rule: z
      .string()
      .regex(/^\S{16,200}$/, '16 to 200 characters without spaces')
      .optional(),
    secret: true as const,
    help: 'what this server and its search nodes show each other; without it nothing is fed',
  },
}

type Given = { searchNodes: readonly string[]; searchNodeToken?: string | undefined }

/** Nodes hold what tenants keep: nobody speaks with one without its token. */
export function refuseOpenNodes(given: Given, refuse: (why: string) => never): void {
  if (given.searchNodes.length === 0 || given.searchNodeToken !== undefined) return
  refuse('KONTOR_SEARCH_NODES needs KONTOR_SEARCH_NODE_TOKEN, the same as on the nodes.')
}
