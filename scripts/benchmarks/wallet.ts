import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { signatureBytes, verifySignature } from '@solana/kit'
import bip322 from 'bip322-js'
import bitcoinMessage from 'bitcoinjs-message'
import { verifyMessage } from 'ethers'
import { eip191Signer } from 'micro-eth-signer'
import nacl from 'tweetnacl'
import { newId } from '../../src/base/ids.ts'
import { lamports } from '../../src/base/lamports.ts'
import { openWallet } from '../../src/domain/wallet/index.ts'
import { checkOf, parseAddress } from '../../src/domain/wallet/proofs/index.ts'
import { openTestChain, type TestChain } from '../../test/support/open-test-chain.ts'
import {
  bip322Wallet,
  ethersWallet,
  messageWallet,
  naclWallet,
  type TestWallet,
} from '../../test/support/wallets.ts'
import { type Bench, beside, inTurns, type Row, rowOf } from './measure.ts'

const rounds = 5
const checksPerRound = 40
const purchases = 1_500
const blocks = 3_000
const concurrent = 32
const message = 'Sign this message to verify wallet ownership for market.example: 1795176000'

/** Signatures beside the wallets' own libraries; purchases and blocks on a real store. */
export const wallet: Bench = {
  name: 'wallet',
  about: 'signatures of three networks beside their libraries; licences sold; the local chain',
  async run(log) {
    const rows: Row[] = []
    for (const subject of await subjects()) {
      log(`  ${subject.name}`)
      rows.push(...(await verification(subject)))
    }
    log(`  ${purchases} purchases, ${concurrent} at once`)
    rows.push(await purchasing())
    log(`  ${blocks} blocks, appended and verified`)
    rows.push(...(await chaining()))
    return rows
  },
}

type Check = () => boolean | Promise<boolean>
type Subject = { name: string; ours: Check; peers: Record<string, Check> }

async function subjects(): Promise<Subject[]> {
  const [solana, ethereum] = [naclWallet(), ethersWallet()]
  const [old, simple, taproot] = [
    messageWallet('p2pkh'),
    bip322Wallet('p2wpkh'),
    bip322Wallet('p2tr'),
  ]
  return [
    await solanaSubject(solana),
    await ethereumSubject(ethereum),
    await bitcoinSubject(old, {
      'bitcoinjs-message': (signature) => bitcoinMessage.verify(message, old.address, signature),
    }),
    ...(await Promise.all(
      [simple, taproot].map((one) =>
        bitcoinSubject(one, {
          'bip322-js': (signature) =>
            bip322.Verifier.verifySignature(one.address, message, signature),
        }),
      ),
    )),
  ]
}

/** As a registration does it: the address is read, the signature taken apart, the message held. */
function oursOf({ network, address: text }: TestWallet, signature: string): Check {
  return () => {
    const parsed = parseAddress(network, text)
    return parsed !== undefined && checkOf(parsed, signature)(message)
  }
}

async function solanaSubject(one: TestWallet): Promise<Subject> {
  const text = await one.sign(message)
  const [bytes, key] = [base58.decode(text), base58.decode(one.address)]
  const said = new TextEncoder().encode(message)
  const raw = new Uint8Array(key)
  const cryptoKey = await crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify'])
  return {
    name: 'solana',
    ours: oursOf(one, text),
    peers: {
      tweetnacl: () => nacl.sign.detached.verify(said, bytes, key),
      '@solana/kit': () => verifySignature(cryptoKey, signatureBytes(bytes), said),
    },
  }
}

async function ethereumSubject(one: TestWallet): Promise<Subject> {
  const signature = await one.sign(message)
  return {
    name: 'ethereum',
    ours: oursOf(one, signature),
    peers: {
      ethers: () => verifyMessage(message, signature) === one.address,
      'micro-eth-signer': () => eip191Signer.verify(signature, message, one.address),
    },
  }
}

async function bitcoinSubject(
  one: TestWallet,
  peers: Record<string, (signature: string) => boolean>,
): Promise<Subject> {
  const signature = await one.sign(message)
  return {
    name: one.maker.replace(/^[\w-]+ /, 'bitcoin '),
    ours: oursOf(one, signature),
    peers: Object.fromEntries(
      Object.entries(peers).map(([name, check]) => [name, () => check(signature)]),
    ),
  }
}

/** Ours beside the fastest of the peers. */
async function verification({ name, ours, peers }: Subject): Promise<Row[]> {
  const timed = (check: Check) => async () => {
    const times: number[] = []
    for (let i = 0; i < checksPerRound; i++) {
      const startedMs = performance.now()
      if (!(await check())) throw new Error(`${name}: a genuine signature was refused`)
      times.push(performance.now() - startedMs)
    }
    return times
  }
  const all = { ours: timed(ours) } as Record<string, () => Promise<number[]>>
  for (const [peer, check] of Object.entries(peers)) all[peer] = timed(check)
  const results = await inTurns(all, rounds)
  const rows = Object.entries(results).map(([who, { times, seconds }]) =>
    rowOf(who === 'ours' ? `${name}: verified here` : `${name}: ${who}`, times, seconds),
  )
  const [own, ...others] = rows as [Row, ...Row[]]
  const fastest = others.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Row
  return [...others, beside(own, fastest)]
}

async function purchasing(): Promise<Row> {
  using chain = openTestChain()
  const { store } = chain
  const room = openWallet({
    store,
    clock: store.clock,
    chain,
    settings: { serviceName: () => 'bench', openDeposits: true },
  })
  const owner = newId('usr', 1)
  const buyers = Array.from({ length: concurrent }, () => newId('usr', 1))
  for (const userId of buyers) {
    const cmd = { requestId: newId('req', 1), write: store.write }
    const amountLamports = lamports(1_000_000_000_000)
    await room.creditDeposit(cmd, { userId, tenantId: 'tnt_b', amountLamports, reason: 'bench' })
  }
  const times: number[] = []
  const startedMs = performance.now()
  for (let i = 0; i < purchases; i += concurrent) {
    await Promise.all(
      buyers.map(async (buyerId, n) => {
        const beganMs = performance.now()
        const id = `sal_${i + n}`
        const deal = { groupId: `microip:${id}`, buyerId, ownerId: owner, record: { id } }
        const what = { assetId: 'obj_1', priceLamports: lamports(1_000), nowMs: 1 } as const
        await store.write((tx) => room.payLicence(tx, { ...deal, ...what }))
        times.push(performance.now() - beganMs)
      }),
    )
  }
  const row = rowOf(`licences sold, ${concurrent} at once`, times, since(startedMs))
  return { ...row, note: 'two transfers, a block, two entries; committed to the disk' }
}

async function chaining(): Promise<Row[]> {
  using chain = openTestChain()
  const grouped: number[] = []
  for (let i = 0; i < blocks; i += concurrent) {
    const beganMs = performance.now()
    await Promise.all(Array.from({ length: concurrent }, () => appendOne(chain)))
    grouped.push(performance.now() - beganMs)
  }
  const made = Math.ceil(blocks / concurrent) * concurrent
  const appended = rowOf('blocks appended', grouped, secondsOf(grouped))
  const verifyingMs = performance.now()
  const { ok, blocks: found } = await chain.verify()
  if (!ok || found !== made) throw new Error('the chain does not verify')
  const seconds = since(verifyingMs)
  const perSecond = found / seconds
  return [
    { ...appended, perSecond: made / secondsOf(grouped), note: `${concurrent} at once` },
    {
      name: 'blocks verified',
      medianMs: 1e3 / perSecond,
      p95Ms: 1e3 / perSecond,
      perSecond,
      note: `${found} blocks in ${seconds.toFixed(2)} s`,
    },
  ]
}

function appendOne(chain: TestChain): Promise<string[]> {
  return chain.write(randomBytes(8).toString('hex'))
}

function since(startedMs: number): number {
  return (performance.now() - startedMs) / 1000
}

/** Seconds of all rounds together. */
function secondsOf(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0) / 1000
}
