import { isoOf } from '../../../base/clock.ts'
import { canonicalJson } from '../../../base/json.ts'
import type { Db } from '../../../store/tx.ts'
import { findEventHead, findHead } from '../queries.ts'
import { rootOf } from './merkle.ts'
import type { HeadRow } from './queries.ts'
import { isSignedBy, keyIdOf, type Signer } from './signer.ts'
import { subtreesOf } from './tree.ts'

/** How far a log reached: its size, the root of its tree and the last link of its chain, as hex. */
export type LogHead = { size: number; root: string; chain: string }

/** What is signed, and what outsiders keep: plain JSON. */
export type SignedHead = {
  kind: 'kontor head 1'
  transfers: LogHead
  events: LogHead
  signed_at: string
  key_id: string
  /** Of all the other members as canonical JSON. */
  signature: string
}

type Unsigned = Omit<SignedHead, 'signature'>

/** The head of this moment, signed. Called in a transaction or between two. */
export function signHead(db: Db, signer: Signer, nowMs: number): SignedHead {
  const head: Unsigned = {
    kind: 'kontor head 1',
    transfers: logHead(db, 'transfer'),
    events: logHead(db, 'event'),
    signed_at: isoOf(nowMs),
    key_id: signer.keyId,
  }
  return { ...head, signature: signer.sign(canonicalJson(head)).toString('hex') }
}

function logHead(db: Db, log: 'transfer' | 'event'): LogHead {
  const { seq, hash } = log === 'transfer' ? findHead(db) : findEventHead(db)
  const root = rootOf(seq, subtreesOf(db, log))
  return { size: seq, root: root.toString('hex'), chain: hash.toString('hex') }
}

export function isGenuine({ signature, ...head }: SignedHead, publicKey: Buffer): boolean {
  return isSignedBy(publicKey, {
    text: canonicalJson(head),
    signature: Buffer.from(signature, 'hex'),
  })
}

/** A head from the table, as it was signed. */
export function headOf(row: HeadRow): SignedHead {
  const hex = (bytes: Buffer) => bytes.toString('hex')
  return {
    kind: 'kontor head 1',
    transfers: {
      size: row.transfers,
      root: hex(row.transferRoot),
      chain: hex(row.transferChain),
    },
    events: { size: row.events, root: hex(row.eventRoot), chain: hex(row.eventChain) },
    signed_at: isoOf(row.signedAt),
    key_id: keyIdOf(row.publicKey),
    signature: hex(row.signature),
  }
}

export function rowOf(head: SignedHead, { headNo, publicKey, signedAt }: Place): HeadRow {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  return {
    headNo,
    publicKey,
    signedAt,
    signature: bytes(head.signature),
    transfers: head.transfers.size,
    events: head.events.size,
    transferRoot: bytes(head.transfers.root),
    transferChain: bytes(head.transfers.chain),
    eventRoot: bytes(head.events.root),
    eventChain: bytes(head.events.chain),
  }
}

type Place = Pick<HeadRow, 'headNo' | 'publicKey' | 'signedAt'>
