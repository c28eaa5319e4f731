import { openLeanHeaps, openNodeLog, openSearchNode, requirePapers, version } from '../../app.ts'
import { forgetSecrets } from '../../base/forget-secrets.ts'
import { type Config, secretsIn } from '../../config.ts'
import { type FreeCommand, UsageError, type Values } from '../command.ts'

/** Beside a server's own folder, so that neither takes the other's. */
const usualFolder = 'kontor-search-node'

/** Answers searches for a server, from copies of what its threads search, until it is stopped. */
export const searchNode: FreeCommand = {
  name: 'search-node',
  summary: 'answer searches for a server elsewhere',
  examples: [
    'kontor search-node --cell http://10.0.0.5:4200 --port 4300',
    'kontor search-node --cell https://data.example.eu --host 10.0.0.6 --insecure-http',
    'kontor search-node --cell http://10.0.0.5:4200 --data-dir /var/lib/kontor-node',
  ],
  stops: true,
  tellsNotices: true,
  usualFolder,
  options: {
    cell: { type: 'string', help: 'the server whose searches it answers', value: '<address>' },
    token: {
      type: 'string',
      help: 'what both show each other; KONTOR_SEARCH_NODE_TOKEN is in no list of processes',
      value: '<token>',
    },
  },
  async run(settings, values, io) {
    const config = nodeConfig(settings(), values)
    const { cell, token } = placeOf(config, values)
    requirePapers(config)
    using _heaps = openLeanHeaps()
    const log = openNodeLog(config)
    await using node = await openSearchNode({ config, version, cell, token, log })
    const secrets = [...secretsIn(config, io.environment), token]
    if (forgetSecrets(secrets) > 0) {
      io.err('The token stays readable in the environment: give it in kontor.json instead.')
    }
    if (values.json) io.out(JSON.stringify({ url: node.url }))
    else {
      io.out(`The search node listens on ${node.url} and keeps its copy in ${config.dataDir}.`)
      io.out(`It follows ${cell}, and answers when it has everything.`)
    }
    const signal = await io.stopped
    if (!values.json) io.out(`Stopping (${signal}).`)
    return 0
  },
}

function nodeConfig(config: Config, { json }: Values): Config {
  const logFormat = json && config.logFormat === 'auto' ? 'json' : config.logFormat
  return { ...config, logFormat }
}

/** Throws UsageError. */
function placeOf(config: Config, values: Values): { cell: string; token: string } {
  const { cell } = values
  const token = values.token ?? config.searchNodeToken
  if (typeof cell !== 'string' || !/^https?:$/.test(URL.parse(cell)?.protocol ?? '')) {
    throw new UsageError(
      '--cell is required. It is the address of the server: http://… or https://…',
    )
  }
  if (config.searchNodeCaFile !== undefined && !cell.startsWith('https:')) {
    throw new UsageError('--cell must be https://…: KONTOR_SEARCH_NODE_CA_FILE wants certificates.')
  }
  if (typeof token !== 'string' || !/^\S{16,200}$/.test(token)) {
    throw new UsageError(
      'A search node needs KONTOR_SEARCH_NODE_TOKEN (or --token): 16 to 200 characters without ' +
        'spaces and line breaks, the same as of the server.',
    )
  }
  return { cell: cell.replace(/\/+$/, ''), token }
}
