import * as z from 'zod'
import { line, webAddress, whole } from './rules.ts'

const cluster = 'mainnet, devnet, testnet or a genesis hash'

/** Surface C: the chain, the language model, and how often its doors may be used. */
export const walletSettings = {
  localDeposits: {
    rule: z.enum(['open', 'admin']).optional(),
    help: 'who credits deposits on the local chain: everybody for themselves, or the operator',
  },
  chain: {
    rule: z.enum(['local', 'solana']).default('local'),
    help: 'where SOL and licences live',
  },
  solanaRpcUrl: {
    rule: webAddress.optional(),
    secret: true,
    help: 'JSON-RPC of the Solana cluster; masked, because some hold an access key',
  },
  solanaCluster: {
    rule: z
      .union(
        [
          z.enum(['mainnet', 'devnet', 'testnet']),
          z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/, cluster),
        ],
        cluster,
      )
      .optional(),
    help: 'which cluster the node must be of: mainnet, devnet, testnet or a genesis hash',
  },
  solanaKeyFile: { rule: line.optional(), help: "file with the service's Solana key, mode 0600" },
  solanaKey: { rule: line.optional(), secret: true, help: 'that key itself, instead of a file' },
  llmUrl: { rule: webAddress.optional(), help: 'OpenAI-compatible service that describes assets' },
  llmModel: { rule: line.optional(), help: 'model of that service' },
  llmKey: { rule: line.optional(), secret: true, help: 'bearer credential for that service' },
  llmTimeoutSeconds: { rule: whole(1, 600).default(60), help: 'how long it may take' },
  walletRatePerMinute: {
    rule: whole(1, 1_000_000).default(60),
    help: 'wallet requests a minute per user',
  },
  balanceRatePerMinute: {
    rule: whole(1, 1_000_000).default(60),
    help: 'balance requests a minute per user',
  },
  microipRatePerMinute: {
    rule: whole(1, 1_000_000).default(120),
    help: 'licence requests a minute per user',
  },
  assetsRatePerMinute: {
    rule: whole(1, 1_000_000).default(60),
    help: 'asset requests of Surface C a minute per user',
  },
  licensedSearchRatePerMinute: {
    rule: whole(1, 1_000_000).default(60),
    help: 'licensed searches a minute per user',
  },
} as const

type Chain = {
  chain: 'local' | 'solana'
  solanaRpcUrl?: string | undefined
  solanaKeyFile?: string | undefined
  solanaKey?: string | undefined
}

export function refuseHalfChain(given: Chain, refuse: (why: string) => never): void {
  const { chain, solanaRpcUrl, solanaKeyFile, solanaKey } = given
  if (chain === 'local') return
  const oneKey = (solanaKeyFile === undefined) !== (solanaKey === undefined)
  if (solanaRpcUrl !== undefined && oneKey) return
  refuse(
    'KONTOR_CHAIN solana needs KONTOR_SOLANA_RPC_URL and the key that pays: ' +
      'KONTOR_SOLANA_KEY_FILE or KONTOR_SOLANA_KEY.',
  )
}
