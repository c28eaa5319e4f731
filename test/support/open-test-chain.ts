import {
  type Chain,
  openChain,
  type RemoteChain,
  type Settled,
} from '../../src/domain/chain/index.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'
import { testSecrets } from './test-secrets.ts'

export type TestChain = Chain & {
  store: TestStore
  settled: Settled[]
  /** A block with so many records of nothing in particular. */
  write(...ids: string[]): Promise<string[]>
  [Symbol.dispose](): void
}

/** The chain alone, on a real store. */
export function openTestChain(remote?: RemoteChain): TestChain {
  const store = openTestStore()
  const settled: Settled[] = []
  const chain = openChain({
    store,
    clock: store.clock,
    secrets: testSecrets,
    remote,
    onSettled: (_tx, one) => settled.push(one),
  })
  return {
    ...chain,
    store,
    settled,
    async write(...ids) {
      const records = ids.map((id) => ({ subjectId: id, body: { kind: 'test', id } }))
      const nowMs = store.clock.nowMs()
      const made = await store.write((tx) => chain.append(tx, { records, nowMs }))
      return made.map(({ transactionHash }) => transactionHash)
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}
