import { StringDecoder } from 'node:string_decoder'
import type { FreeCommand } from '../command.ts'
import { openMcpBridge } from './mcp-bridge.ts'
import { mcpPlaceOf, mcpPlaceOptions } from './mcp-place.ts'

/** For MCP clients without HTTP: they start this, write to it and read from it, line by line. */
export const mcp: FreeCommand = {
  name: 'mcp',
  summary: 'connect an MCP client that speaks stdio to a running server',
  examples: [
    'kontor mcp --key kontor_…',
    'KONTOR_URL=https://data.example.eu KONTOR_KEY=kontor_… kontor mcp',
  ],
  stops: true,
  options: mcpPlaceOptions,
  async run(config, values, io) {
    const bridge = openMcpBridge(mcpPlaceOf(config, values, io), io.out)
    const untilEnd = async () => {
      for await (const line of linesOf(io.input())) bridge.carry(line)
      await bridge.settled()
    }
    await Promise.race([untilEnd(), io.stopped])
    return 0
  },
}

/** Parted by line feeds alone: inside of JSON a text may have the other line ends of Unicode. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + decoder.write(Buffer.from(chunk))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}
