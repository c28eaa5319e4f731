// How events leave: where to, for how long, and how much of an answer is read.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addressRules } from '../../../src/adapters/webhooks/address-rules.ts'
import { openSender } from '../../../src/adapters/webhooks/open-sender.ts'
import { openReceiver } from '../../support/receiver.ts'

const here = ['127.0.0.1']
const never = new AbortController().signal
const sending = (url: string) => ({ url, headers: { 'webhook-id': 'whd_x' }, body: '{}' })

test('who never answers is left after the time there is', async () => {
  await using receiver = await openReceiver()
  receiver.answers(() => undefined)
  const { send } = openSender(here, { timeoutMs: 200 })
  assert.equal(await send(sending(receiver.url), never), { problem: 'no answer in time' })
  assert.is(receiver.received.length, 1)
})

test('an answer that does not end has its status, and what came of it', async () => {
  await using receiver = await openReceiver()
  receiver.answers((_, res) => void res.writeHead(200).write('taken'))
  const { send } = openSender(here, { timeoutMs: 300 })
  const sent = await send(sending(receiver.url), never)
  assert.equal(sent.problem === undefined && [sent.status, sent.body], [200, 'taken'])
})

test('an endless answer is read as far as 64 kB', async () => {
  await using receiver = await openReceiver()
  receiver.answers((_, res) => {
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(16_384)));
      if (!res.destroyed) res.once('drain', more)
    }
    res.writeHead(200)
    more()
  })
  const { send } = openSender(here, { timeoutMs: 10_000 })
  const sent = await send(sending(receiver.url), never)
  assert.is(sent.problem === undefined && sent.body.length, 65_536)
})

test('headers without end are no answer', async () => {
  await using receiver = await openReceiver()
  receiver.answers((_, res) => res.writeHead(200, { long: 'x'.repeat(40_000) }).end())
  const { send } = openSender(here)
  const { problem } = await send(sending(receiver.url), never)
  assert.match(problem ?? '', /HPE_HEADER_OVERFLOW/)
})

test('a name is gone to where it is listed, and where its addresses are', async () => {
  await using receiver = await openReceiver()
  const url = `http://localhost:${receiver.port}/`
  const reached = async (allowed: string[], address = url) =>
    (await openSender(allowed).send(sending(address), never)).problem ?? 'reached'
  const closed = 'the address is not one of the open Internet'
  assert.is(await reached(['LOCALHOST']), 'reached')
  assert.is(await reached([]), 'url must begin with https://')
  assert.is(await reached([], url.replace('http:', 'https:')), closed)
  assert.is(await reached(['10.0.0.0/8'], url.replace('http:', 'https:')), closed)
  assert.is(receiver.received.length, 1)
})

test('what the open Internet is, and what the operator lists', () => {
  const { isOpen, isListed } = addressRules(['10.1.0.0/16', 'fd00:1::/32', '192.168.7.7'])
  const open = ['93.184.215.14', '8.8.8.8', '2606:4700::1111', '10.1.255.255', 'fd00:1::9']
  const closed = ['10.2.0.0', '100.127.255.255', '169.254.169.254', '198.19.0.1', '239.1.1.1']
  const six = ['::1', '::ffff:8.8.8.8', '64:ff9b::808:808', 'fe80::1', 'fc00::1', '2002:808:808::']
  assert.equal(
    open.map(isOpen),
    open.map(() => true),
  )
  for (const address of [...closed, ...six, 'name', '']) assert.is(isOpen(address), false, address)
  assert.equal(['192.168.7.7', '192.168.7.8'].map(isListed), [true, false])
})

test.run()
