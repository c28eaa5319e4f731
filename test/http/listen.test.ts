// What an operator reads where a port cannot be opened.
import { createServer } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { AddressRefused, listen } from '../../src/http/listen.ts'
import { asUser } from '../support/as-user.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a port that wants a privilege is refused with both ways to have it', async () => {
  using folder = temporaryFolder()
  const server = createServer()
  const place = { host: '127.0.0.1', port: 443, loopback: true }
  const refused = await asUser(folder.path, () => listen(server, place).then(() => 'open', String))
  server.close()
  assert.match(refused, AddressRefused.name)
  for (const way of ['kontor.socket', 'net.ipv4.ip_unprivileged_port_start', 'certificates']) {
    assert.match(refused, way)
  }
})

test.run()
