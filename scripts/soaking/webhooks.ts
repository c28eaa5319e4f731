import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { type Seen, sendThroughKills } from '../../test/support/webhook-kills.ts'

const plan = { kills: 5, failing: 0.1, refusedAtMost: 2 }

export type WebhooksReport = Omit<Seen, 'lost' | 'outOfOrder'> & { breaches: string[] }

/** So many events to an endpoint that refuses a tenth of what comes, over five kills. */
export async function soakWebhooks({ count }: { count: number }): Promise<WebhooksReport> {
  using folder = temporaryFolder()
  const events = count + (count % 2)
  const { lost, outOfOrder, ...seen } = await sendThroughKills({
    dir: folder.path,
    events,
    ...plan,
  })
  const breaches = [
    ...lost.map((number) => `event ${number} never arrived`),
    ...outOfOrder.map((id) => `events about ${id} came in another order`),
  ]
  return { ...seen, breaches }
}

export function webhooksLines({ breaches, ...seen }: WebhooksReport): string[] {
  return [
    `${seen.events} events in ${seen.requests} requests, ${seen.refused} of them refused`,
    `${seen.kills} kills, ${seen.twice} events more than once, ${seen.seconds} s`,
    '',
    `${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach}`),
  ]
}
